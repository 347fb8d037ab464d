import { expect, test } from 'vitest';
import { describeGap } from '../../../../shared/delivery/gap-words.ts';
import type { Rehearsal, RehearsalLine } from '../../../../shared/delivery/rehearsal.ts';
import { momentsOf } from './death-view.ts';
import { entriesOf } from './entries.ts';
import { yearsOf } from './years.ts';

const line: RehearsalLine = {
  scheduleId: 'thirtieth',
  seriesId: null,
  recipient: { id: 'maya', firstName: 'Maya' },
  thing: { id: 'letter', title: 'For your thirtieth', type: 'letter' },
  at: '2031-05-04T16:00:00Z',
  localDate: '2031-05-04',
  localTime: '12:00',
  timezone: 'America/New_York',
  movedFrom: null,
  furtherDates: [],
  channel: 'email',
  address: 'maya@example.com',
  reason: null,
  isAfterGuarantee: false,
};
const afterDeath: RehearsalLine = {
  ...line,
  ...{ scheduleId: 'rain', at: '2026-11-28T15:00:00Z', localDate: null, localTime: null },
  thing: { id: 'rain', title: 'Rain', type: 'audio' },
};
const rehearsal: Rehearsal = {
  as: 'death',
  now: '2026-11-22T15:00:00Z',
  today: '2026-11-22',
  timezone: 'America/New_York',
  gaps: [],
  lines: [line, afterDeath],
  linesLeft: 0,
  sums: { deliveries: 1, people: 1, years: { first: 2031, last: 2031 }, afterGuarantee: 0, afterDeath: 1 },
  reached: ['Maya'],
  missed: [],
  death: {
    contact: 'Daniel',
    proofReadBy: '2026-11-25T15:00:00Z',
    releasedAt: '2026-11-28T15:00:00Z',
    objectionHours: 72,
    quietDays: 30,
    quietUntil: '2026-12-28',
  },
  guarantee: { plan: 'premium', years: 20, until: '2046-11-22' },
  deletedWithDeath: [],
};

test('what would follow stands in the order of time, the end of the guarantee among it', () => {
  const late = { ...line, scheduleId: 'late', at: '2049-02-09T17:00:00Z', localDate: '2049-02-09' };
  const moments = momentsOf({ ...rehearsal, lines: [late, line, afterDeath] });
  expect(moments.map(({ kind, day, note }) => [kind, day, note])).toEqual([
    ['told', 'Today', '22 November 2026'],
    ['step', '25 November', 'about'],
    ['given', '28 November', 'about'],
    ['quiet', 'Quiet days', 'until 28 December'],
    ['day', '4 May 2031', '12:00 Eastern'],
    ['guarantee', '22 November 2046', null],
    ['day', '9 February 2049', '12:00 Eastern'],
  ]);
  expect(moments.find(({ kind }) => kind === 'given')?.entries).toHaveLength(1);
  expect(moments[0]?.title).toBe('Daniel tells us');
});

test('what is due before the release stands before it; without a contact somebody tells us', () => {
  const soon = { ...line, at: '2026-11-24T17:00:00Z', localDate: '2026-11-24' };
  const death = rehearsal.death && { ...rehearsal.death, contact: null, quietDays: 0, quietUntil: null };
  const moments = momentsOf({ ...rehearsal, lines: [soon], death });
  expect(moments.map(({ kind }) => kind)).toEqual(['told', 'day', 'step', 'given', 'quiet', 'guarantee']);
  expect(moments[0]?.title).toBe('Somebody tells us');
  expect(moments[3]?.text).toBe('Nothing waits for your death so far.');
});

test('what goes alike to several is one line; what would wait is a line of its own, with what mends it', () => {
  const leo = { ...line, recipient: { id: 'leo', firstName: 'Leo' } };
  const ana = { ...line, recipient: { id: 'ana', firstName: 'Ana' }, reason: 'no_address' as const };
  const entries = entriesOf([line, leo, ana], rehearsal);
  expect(entries).toMatchObject([
    { who: 'Maya, Leo', how: 'by email', trouble: null, sendable: { recipientId: 'maya' } },
    { who: 'Ana', trouble: 'No address yet. It would wait.', mend: { href: '/recipients/ana?ask=email' } },
  ]);
});

test('what one person gets at one instant is said to come in one email, by title up to three', () => {
  const daniel = { id: 'daniel', firstName: 'Daniel' };
  const will = {
    ...afterDeath,
    scheduleId: 'will',
    thing: { id: 'will', title: 'The will', type: 'letter' as const },
  };
  const yearly = {
    ...line,
    scheduleId: 'porch',
    seriesId: 'porch',
    localDate: '2030-05-04',
    at: '2030-05-04T16:00:00Z',
  };
  const porch = { ...yearly, furtherDates: ['2031-05-04'], thing: { ...line.thing, title: 'The porch' } };
  const waits = { ...line, scheduleId: 'waits', reason: 'memory_under_review' as const };
  const later = { ...line, scheduleId: 'later', localTime: '18:00', at: '2031-05-04T22:00:00Z' };
  const lines = [{ ...afterDeath, recipient: daniel }, afterDeath, will, porch, line, waits, later];
  expect(momentsOf({ ...rehearsal, lines }).map(({ together }) => together.join())).toEqual([
    ...['', '', 'Maya gets “Rain” and “The will” in one email.', '', ''],
    ...['Maya gets “The porch” and “For your thirtieth” in one email.', ''],
  ]);
  expect(yearsOf({ ...rehearsal, lines }).groups.map(({ together }) => together.length)).toEqual([0, 1, 0]);
  const more = ['a', 'b', 'c'].map((scheduleId) => ({ ...will, scheduleId }));
  const [, , given] = momentsOf({ ...rehearsal, lines: [will, ...more] });
  expect(given?.together).toEqual(['Maya gets four things in one email.']);
});

test('a message that nobody would get is not offered: a parcel has none', () => {
  const [parcel] = entriesOf([{ ...line, channel: 'post', address: '14 Tern Lane' }], rehearsal);
  expect(parcel?.sendable).toBeNull();
});

test('a date that the quiet days move, a series, and what comes after the guarantee say so', () => {
  const [moved] = entriesOf([{ ...line, movedFrom: '2026-12-24' }], rehearsal);
  expect(moved?.how).toBe('by email to maya@example.com. Was 24 December; waits for the quiet days.');
  const yearly = { ...line, seriesId: 'porch', furtherDates: ['2032-05-04', '2033-05-04'] };
  const [series] = entriesOf([{ ...yearly, isAfterGuarantee: true }], rehearsal);
  expect(series).toMatchObject({
    thing: 'series',
    how: 'by email to maya@example.com, every year, 3 times',
    trouble: 'After your guarantee ends',
    mend: { href: '/schedule?series=porch' },
  });
  const sums = { ...rehearsal.sums, deliveries: 3, years: { first: 2031, last: 2033 } };
  const lines = [yearly, { ...afterDeath, at: null }];
  const { groups, lead } = yearsOf({ ...rehearsal, lines, sums });
  expect(groups.map(({ heading, rows }) => [heading, rows[0]?.when])).toEqual([
    ['2031 to 2033', 'each 4 May'],
    ['After your death', 'once confirmed'],
  ]);
  expect(lead[0]).toBe('Three deliveries to one person, from 2031 to 2033,');
});

test('gaps name whom and what they concern, and lead to where they are mended', () => {
  const gap = { people: [], things: [], thingCount: 1, count: 1, due: null, amount: null, href: '/there' };
  const zone = 'America/New_York';
  const ana = { id: 'ana', firstName: 'Ana' };
  expect(describeGap({ ...gap, kind: 'no_address', people: [ana], count: 2 }, zone)).toEqual({
    who: 'Ana',
    title: 'has no email address and no phone number.',
    text: 'Two things for Ana would wait.',
    action: 'Add an address for Ana',
    href: '/there',
  });
  const leo = { id: 'leo', firstName: 'Leo' };
  const workshop = { id: 'workshop', title: 'The workshop' };
  const forTwo = { ...gap, people: [ana, leo], things: [workshop], count: 2 };
  expect(describeGap({ ...forTwo, kind: 'not_approved' }, zone)).toMatchObject({
    title: '“The workshop” has not been approved.',
    text: 'It is sent only once it has been.',
  });
  expect(describeGap({ ...forTwo, kind: 'held' }, zone).title).toBe('“The workshop” waits.');
  expect(describeGap({ ...gap, kind: 'no_address', people: [ana, leo] }, zone)).toMatchObject({
    title: 'have no email address and no phone number.',
    href: '/there',
  });
  expect(describeGap({ ...gap, kind: 'only_phone', people: [ana] }, zone)).toMatchObject({
    who: 'Ana',
    title: 'has only a phone number, and no text messages can be sent here.',
    action: 'Add an email address for Ana',
  });
  const things = [{ id: 'book', title: 'The recipe book' }];
  expect(describeGap({ ...gap, kind: 'item_not_here', people: [ana], things }, zone)).toMatchObject({
    who: '',
    title: '“The recipe book” has not reached us.',
    text: 'Ana could not be given it.',
  });
  expect(describeGap({ ...gap, kind: 'arrears', count: 2, amount: 60 }, zone).action).toBe('Pay $60');
  expect(describeGap({ ...gap, kind: 'no_day', count: 9 }, zone).title).toBe('Nine memories have no day.');
});
