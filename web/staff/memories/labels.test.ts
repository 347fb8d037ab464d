import { expect, test } from 'vitest';
import type { StaffMemory } from '../../../shared/memories/staff-memories.ts';
import { quickReasons, waitingLabels } from './labels.ts';

const waiting = {
  people: 2,
  isAfterDeath: false,
  deliveryDate: '2026-12-24T17:00:00.000Z',
  timezone: 'America/New_York',
  isDue: false,
};
const memory: StaffMemory = {
  id: 'harbour',
  revision: 1,
  state: 'unreadable',
  checkedAt: '2026-11-22T12:30:00.000Z',
  type: 'video',
  title: 'The harbour, early',
  owner: { id: 'ruth', name: 'Ruth Alvarez', firstName: 'Ruth' },
  isYours: false,
  format: 'MP4',
  sizeBytes: 43_201_882,
  characters: null,
  durationSeconds: null,
  since: '2026-11-22T12:30:00.000Z',
  finding: 'This video cannot be opened to its end; it may be damaged.',
  checks: [{ check: 'decodes', result: 'failed', found: 'stops at 0:41' }],
  waiting,
  moreWaiting: 0,
  reviewedAt: null,
  openUntil: null,
  acts: ['approve', 'reject', 'open'],
};

test.each([
  [memory, 'A delivery to two people on 24 December 2026 at 12:00 Eastern waits for this.'],
  [
    { ...memory, waiting: { ...waiting, people: 1, isDue: true }, moreWaiting: 1 },
    'A delivery to one person, due since 24 December 2026 at 12:00 Eastern, waits for this. So does one more.',
  ],
  [
    { ...memory, waiting: { ...waiting, people: 12, isAfterDeath: true }, moreWaiting: 3 },
    'A delivery to 12 people after Ruth’s death waits for this. So do 3 more.',
  ],
  [{ ...memory, waiting: null }, undefined],
])('what waits for a memory is one sentence', (waits, words) => {
  expect(waitingLabels(waits)).toBe(words);
});

test('a quick reason says where a film breaks off, what to do, and what waits for it', () => {
  expect(quickReasons(memory)[0]?.sentence).toBe(
    'The video breaks off at 0:41. Please upload it once more; your delivery on 24 December 2026 at 12:00 Eastern waits for it.',
  );
  expect(quickReasons({ ...memory, type: 'letter', checks: [] }).map(({ label }) => label)).toEqual([
    'Harmful',
  ]);
});
