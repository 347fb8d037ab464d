import { describe, expect, test } from 'vitest';
import type { MemoryReach } from '../../../../../shared/memories/memory-reach.ts';
import { dayOnTag, describeKept, nameAddressee } from './kept-words.ts';

const nowMs = Date.parse('2026-11-22T12:00:00Z');
const noDay: MemoryReach = { received: [], upcoming: [] };
const dated = {
  scheduleId: 'a schedule',
  recipients: ['Tom'],
  deliveryDate: '2031-06-15T16:00:00Z',
  timezone: 'America/New_York',
  afterDeath: false,
  releaseDays: null,
};
const afterDeath = { ...dated, deliveryDate: '2026-11-22T12:00:00Z', afterDeath: true };
const letter = { type: 'letter', approval: 'approved', heldReason: null } as const;
const inReview = {
  type: 'photo',
  approval: 'in_review',
  heldReason: 'A person has to look at it first.',
} as const;

test.each([
  ['Tom Marlowe', 'Tom', 'Tom'],
  ['Aunt Inés', undefined, 'Aunt Inés'],
  ['children', undefined, 'your children'],
  ['spouse', undefined, 'your spouse'],
])('“%s” is called %s', (recipient, firstName, called) => {
  expect(nameAddressee(recipient, firstName)).toBe(called);
});

describe('what is said of it', () => {
  test.each([
    [
      'a letter without a day',
      letter,
      noDay,
      'It is for Tom, and only you can read it until it is delivered. It has no day yet, so it goes to nobody.',
    ],
    [
      'a video being checked',
      { ...letter, type: 'video', approval: 'checking' },
      noDay,
      'It is for Tom. We are still checking the file, which takes a moment. It has no day yet, so it goes to nobody.',
    ],
    [
      'a photo that a person has to look at',
      inReview,
      noDay,
      'It is for Tom. A person has to look at it first. It has no day yet, so it goes to nobody.',
    ],
    ['one with a day', letter, { ...noDay, upcoming: [dated] }, 'It goes to Tom on 15 June 2031.'],
    [
      'one for after the death',
      letter,
      { ...noDay, upcoming: [afterDeath] },
      'It goes to Tom after your death.',
    ],
    [
      'one with two days',
      letter,
      { ...noDay, upcoming: [dated, afterDeath] },
      'It goes to Tom on 15 June 2031. It has 2 days in all.',
    ],
    [
      'a day on which nobody gets it',
      letter,
      { ...noDay, upcoming: [{ ...dated, recipients: [] }] },
      'It is for Tom, and only you can read it until it is delivered. It has no day yet, so it goes to nobody.',
    ],
    [
      'one that was delivered',
      letter,
      { ...noDay, received: [{ name: 'Tom', deliveredAt: '2026-11-21T12:00:00Z' }] },
      'Tom has already received it.',
    ],
  ] as const)('%s', (_what, memory, reach, words) => {
    expect(
      describeKept(
        memory,
        'Tom',
        {
          received: [...reach.received],
          upcoming: reach.upcoming.map((one) => ({ ...one, recipients: [...one.recipients] })),
        },
        nowMs,
      ),
    ).toBe(words);
  });
});

test('the tag has the day, or none', () => {
  expect(dayOnTag(noDay, nowMs)).toBeNull();
  expect(dayOnTag({ ...noDay, upcoming: [dated] }, nowMs)).toBe('15 June 2031');
  expect(dayOnTag({ ...noDay, upcoming: [afterDeath] }, nowMs)).toBe('after your death');
  expect(dayOnTag({ ...noDay, upcoming: [{ ...dated, deliveryDate: '2026-11-22T11:59:00Z' }] }, nowMs)).toBe(
    'on its way',
  );
});
