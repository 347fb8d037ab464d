import { expect, test } from 'vitest';
import type { Rehearsal, RehearsalGap, RehearsalLine } from '../../../../shared/delivery/rehearsal.ts';
import { describePromise } from './promise.ts';

const line: RehearsalLine = {
  ...{ scheduleId: 'one', seriesId: null, recipient: { id: 'maya', firstName: 'Maya' } },
  ...{ thing: { id: 'letter', title: 'The boat', type: 'letter' }, at: '2031-05-04T16:00:00Z' },
  ...{ localDate: '2031-05-04', localTime: '12:00', timezone: 'America/New_York', movedFrom: null },
  ...{
    furtherDates: [],
    channel: 'email',
    address: 'maya@example.com',
    reason: null,
    isAfterGuarantee: false,
  },
};
const kept = { files: 41, bytes: 2_100_000_000, whole: 41, checkedAt: null };
const arrears: RehearsalGap = {
  ...{
    kind: 'arrears',
    people: [],
    things: [],
    thingCount: 0,
    count: 1,
    due: null,
    amount: 20,
    href: '/settings',
  },
};
const facts = (
  lines: RehearsalLine[],
  plan: Rehearsal['guarantee']['plan'] = 'basic',
  gaps: RehearsalGap[] = [],
) => ({
  ...{ lines, gaps, timezone: 'America/New_York' },
  guarantee: { plan, years: plan === 'free' ? 1 : 10, until: plan === 'free' ? '2032-03-06' : '2041-03-06' },
});

test('what is owed, what is kept, and until when a plan answers for it', () => {
  const yearly = { ...line, furtherDates: ['2032-05-04', '2061-05-04'] };
  const item = { ...line, scheduleId: null, localDate: '2070-01-01' };
  expect(describePromise(facts([yearly, line, item]), kept)).toBe(
    'We owe you four deliveries; if you died today, the last would come in 2061. Your 41 files, 2.1 GB, are kept and whole. Golden Thread guarantees delivery for ten years after your death, until 6 March 2041.',
  );
});

test('nothing is said that is not so: no file, a damaged one, the free plan, one that is not paid', () => {
  expect(describePromise(facts([line], 'free'), undefined)).toBe(
    'We owe you one delivery; if you died today, it would come in 2031. First Echo guarantees delivery for one year after your death, until 6 March 2032.',
  );
  expect(describePromise(facts([line]), { ...kept, files: 0, whole: 0 })).toMatch(/in 2031\. Golden/);
  expect(describePromise(facts([line]), { ...kept, whole: 40 })).toMatch(
    /40 of 41 files are whole\. One is missing/,
  );
  expect(describePromise(facts([line], 'free', [arrears]), undefined)).toMatch(
    /in 2031\. Your plan has not been paid: what falls due waits until it is\.$/,
  );
  expect(describePromise(facts([{ ...line, isAfterGuarantee: true }]), undefined)).toMatch(
    /One of them comes later\.$/,
  );
});
