import { describe, expect, test } from 'vitest';
import type { ReceivedCover, WaitingMemory } from '../../../../../shared/delivery/received.ts';
import { whatWaits, whereItBegan, whoLeftIt } from './cover-labels.ts';

const waiting = (type: WaitingMemory['type'], durationSeconds: number | null = null) => ({
  id: '0190a5b2-0000-7000-8000-000000000000',
  deliveredAt: '2031-05-04T16:00:00.000Z',
  type,
  durationSeconds,
  createdAt: '2026-10-12T12:00:00.000Z',
});

test('who left it, in their own word for themselves', () => {
  const cover = { ownerFirstName: 'Ruth', ownerRelationship: null } as ReceivedCover;
  expect(whoLeftIt(cover)).toBe('Ruth left this for you.');
  expect(whoLeftIt({ ...cover, ownerRelationship: 'mother' })).toBe('Your mother, Ruth, left this for you.');
});

describe('what waits', () => {
  test.each([
    [waiting('letter'), 'A letter, for whenever you are ready.'],
    [waiting('photo'), 'A photo, for whenever you are ready.'],
    [waiting('video', 14.4), 'A video of 14 seconds, for whenever you are ready.'],
    [waiting('audio', 61), 'A recording of 1 minute 1 second, for whenever you are ready.'],
    [waiting('audio'), 'A recording, for whenever you are ready.'],
  ] satisfies [WaitingMemory, string][])('%j', (memory, words) => {
    expect(whatWaits([memory])).toBe(words);
  });

  test('no kind is told of what was taken back or is being checked', () => {
    expect(whatWaits([])).toBe('It is for whenever you are ready.');
  });
});

describe('where the thread begins', () => {
  test.each([
    [[waiting('letter')], { label: 'written', day: '12 October 2026' }],
    [[waiting('photo')], { label: 'kept since', day: '12 October 2026' }],
    [[], null],
  ] satisfies [WaitingMemory[], unknown][])('%j', (memories, end) => {
    expect(whereItBegan(memories, 'UTC')).toEqual(end);
  });
});
