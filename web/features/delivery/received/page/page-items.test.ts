import { describe, expect, test } from 'vitest';
import type { OpenedBefore, ReceivedCover } from '../../../../../shared/delivery/received.ts';
import { aboutOf, daysOf, isOnlyOne } from './page-items.ts';

const waiting = (id: string, deliveredAt: string) => ({
  ...{ id, type: 'letter' as const, durationSeconds: null, deliveredAt },
  createdAt: '2026-10-12T12:00:00Z',
});
const opened = (id: string, deliveredAt: string, other: Partial<OpenedBefore> = {}): OpenedBefore => ({
  ...waiting(id, deliveredAt),
  ...{
    title: id,
    personalMessage: null,
    openedAt: deliveredAt,
    leftFor: null,
    withdrawn: false,
    ownerHasIt: true,
    reply: null,
  },
  ...other,
});
const page = (parts: Partial<ReceivedCover>) =>
  ({ memories: [], opened: [], byPost: [], ownerDiedOn: null, ...parts }) as unknown as ReceivedCover;

const told = (cover: ReceivedCover, timeZone = 'UTC') =>
  daysOf(cover, timeZone).map((day) =>
    day.kind === 'death' ? `${day.date}: died` : `${day.date}: ${day.items.map(({ item }) => item.id)}`,
  );

describe('the days of the thread', () => {
  const grown = page({
    memories: [waiting('new', '2041-05-04T16:00:00Z')],
    opened: [opened('soup', '2038-11-20T16:00:00Z'), opened('thirty', '2031-05-04T16:00:00Z')],
    byPost: [{ id: 'locket', type: null, title: 'The locket', arrivedAt: '2038-11-20T09:00:00Z' }],
  });

  test('the newest first, and together what came on one day', () => {
    expect(told(grown)).toEqual(['4 May 2041: new', '20 November 2038: soup,locket', '4 May 2031: thirty']);
  });

  test.each([
    ['2038-11-09', 2],
    ['2038-11-20', 2],
    ['2041-05-05', 0],
    ['2031-05-04', 3],
  ])('a death on %s stands below what was given from that day on', (ownerDiedOn, place) => {
    expect(told({ ...grown, ownerDiedOn })[place]).toMatch(/died$/);
  });

  test('a day is the day where the reader is', () => {
    const late = page({ opened: [opened('late', '2031-05-05T01:00:00Z')] });
    expect(told(late)).toEqual(['5 May 2031: late']);
    expect(told(late, 'America/New_York')).toEqual(['4 May 2031: late']);
    expect(told({ ...late, ownerDiedOn: '2031-05-05' }, 'America/New_York')[0]).toMatch(/died$/);
  });
});

test('one memory alone needs no list; anything beside it makes one', () => {
  const one = page({ opened: [opened('one', '2031-05-04T16:00:00Z')] });
  expect(isOnlyOne(one)).toBe(true);
  expect(isOnlyOne({ ...one, memories: [waiting('new', '2041-05-04T16:00:00Z')] })).toBe(false);
});

describe('what words back are about', () => {
  const cover = page({
    opened: [
      opened('back', '2041-05-04T16:00:00Z', { withdrawn: true }),
      opened('soup', '2038-11-20T16:00:00Z', { openedAt: '2038-11-21T16:00:00Z' }),
      opened('rain', '2038-11-20T16:00:00Z', { openedAt: '2039-01-01T16:00:00Z' }),
    ],
  });

  test('the one that is read, or else the one that was opened last', () => {
    expect(aboutOf(cover, 'soup')?.id).toBe('soup');
    expect(aboutOf(cover)?.id).toBe('rain');
  });

  test('nothing that was taken back', () => {
    expect(aboutOf(cover, 'back')).toBeUndefined();
  });
});
