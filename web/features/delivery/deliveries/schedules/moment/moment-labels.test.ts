import { describe, expect, test } from 'vitest';
import type { Schedule } from '../../../../../../shared/delivery/schedules.ts';
import { makeSchedule } from '../../../../../../test/schedules.ts';
import { describeMoment } from './moment-labels.ts';

const nowMs = Date.parse('2026-11-22T12:00:00Z');
const tom = {
  id: 'tom',
  firstName: 'Tom',
  email: 'tom@example.com',
  ...{ secondEmail: null, phone: null, reachedBy: 'email' as 'email' | 'text' | null },
  mailingAddress: '1 Elm Street',
};
const ana = {
  ...tom,
  id: 'ana',
  firstName: 'Ana',
  email: null,
  phone: '+12125550134',
  reachedBy: 'text' as const,
};
const leo = { ...tom, id: 'leo', firstName: 'Leo', email: null, reachedBy: null, mailingAddress: null };

const dated = {
  deliveryDate: '2031-06-15T16:00:00Z',
  localDate: '2031-06-15',
  localTime: '12:00:00',
  timezone: 'America/New_York',
} as const;
const afterDeath = {
  ...dated,
  deliveryType: 'on_death',
  deliveryDate: '2026-11-22T17:00:00Z',
  localDate: '2026-11-22',
} as const;

type Person = Parameters<typeof describeMoment>[1][number];

function tell(schedule: Partial<Schedule>, people: readonly Person[] = [tom]) {
  const recipients = people.map(({ id, firstName }) => ({
    ...{ id, firstName, lastName: 'Marlowe', unreachable: false, hasPhone: false, hasDied: false },
    ...{ state: null, waitingReason: null, isWithThePost: false, openedAt: null },
  }));
  const words = describeMoment(makeSchedule({ ...dated, ...schedule, recipients }), people, nowMs);
  const ways = words.ways.map(({ text, address }) => (address ? `${text} ${address}` : text));
  return { ...words, heading: `${words.title} ${words.when}`, ways };
}

describe('who will have it', () => {
  test.each([
    ['one person', {}, [tom], 'Tom will have it on 15 June 2031.', 'Tom, 15 June 2031', '12:00 Eastern'],
    [
      'two',
      {},
      [tom, ana],
      'Tom and Ana will have it on 15 June 2031.',
      'Tom and Ana, 15 June 2031',
      '12:00 Eastern',
    ],
    [
      'after the death',
      afterDeath,
      [tom],
      'Tom will have it after your death.',
      'Tom, after your death',
      'once it has been confirmed',
    ],
    [
      'some days after the death',
      { ...afterDeath, releaseDays: 30 },
      [tom],
      'Tom will have it 30 days after your death.',
      'Tom, 30 days after your death',
      'once it has been confirmed',
    ],
    [
      'by post',
      { deliveryMethod: 'physical' },
      [tom],
      'We will post it to Tom on 15 June 2031.',
      'Tom, 15 June 2031',
      '12:00 Eastern',
    ],
    [
      'somebody without an address',
      {},
      [leo].map((one) => ({ ...one, phone: null })),
      'It is for Leo on 15 June 2031.',
      'Leo, 15 June 2031',
      '12:00 Eastern',
    ],
  ] as const)('%s', (_what, schedule, people, heading, name, note) => {
    expect(tell(schedule, [...people])).toMatchObject({ heading, tag: { name, note } });
  });
});

describe('how', () => {
  test('by email, by text message, and to whom not yet', () => {
    const words = tell({}, [tom, ana, leo, { ...ana, reachedBy: null }]);
    expect(words.opening).toBe('On that Sunday at 12:00 Eastern');
    expect(words.ways).toEqual([
      'Tom will get an email at tom@example.com',
      'Ana will get a text message at +12125550134',
      'Leo has no email address or phone number yet',
      'Ana has no email address yet',
    ]);
  });

  test('after a death, in one sentence or before a list', () => {
    expect(tell(afterDeath)).toMatchObject({
      opening: 'Once your death has been confirmed with proof',
      pause: ',',
    });
    expect(tell({}).pause).toBe('');
  });

  test('by post', () => {
    expect(tell({ deliveryMethod: 'physical' }, [tom, leo]).ways).toEqual([
      'we begin to send it by post to Tom at 1 Elm Street',
      'Leo has no mailing address yet',
    ]);
  });
});

test.each([
  ['until its day', {}, 'You can change or cancel it until then.'],
  ['at any time before a death', afterDeath, 'You can change or cancel it at any time.'],
  ['no more once it has begun', { startedAt: '2026-11-22T11:59:00Z' }, ''],
  ['no more once its time is over', { deliveryDate: '2026-11-22T11:59:00Z' }, ''],
])('it can be undone %s', (_when, schedule, closing) => expect(tell(schedule).closing).toBe(closing));
