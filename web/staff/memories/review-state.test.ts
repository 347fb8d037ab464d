import { expect, test } from 'vitest';
import type { StaffMemory } from '../../../shared/memories/staff-memories.ts';
import { changeLabels } from './labels.ts';
import { afterDecision, seenKey, stillOpenUntil } from './review-state.ts';

const checkedAt = '2026-11-22T12:30:00.000Z';
const memory = (id: string): StaffMemory => ({
  id,
  revision: 1,
  state: 'in_review',
  checkedAt,
  type: 'video',
  title: id,
  owner: { id: 'ruth', name: 'Ruth Alvarez', firstName: 'Ruth' },
  isYours: false,
  format: 'MP4',
  sizeBytes: 1,
  characters: null,
  durationSeconds: null,
  since: checkedAt,
  finding: null,
  checks: [],
  waiting: null,
  moreWaiting: 0,
  reviewedAt: null,
  openUntil: null,
  acts: ['approve', 'reject', 'open'],
});
const all = ['first', 'second', 'third'].map(memory);
const [first, second, third] = [memory('first'), memory('second'), memory('third')];

test.each([
  ['goes on to the next', first, first, second],
  ['after the last to the one before', third, third, second],
  ['leaves another one that is looked at meanwhile', third, first, third],
])('a decision %s, and forgets no earlier one', (_what, shown, decided, next) => {
  const after = afterDecision({ shown, decided: ['earlier'] }, all, decided);
  expect(after).toEqual({ shown: next, decided: ['earlier', seenKey(decided)] });
});

test('what a later check found is something else to decide about, and said to be', () => {
  const again = { ...first, checkedAt: '2026-11-22T12:31:00.000Z' };
  expect(seenKey(again)).not.toBe(seenKey(first));
  expect(changeLabels(first, again)).toContain('checked again');
});

test('what was opened is closed from the moment on at which that is over', () => {
  const openUntil = '2026-11-22T12:45:00.000Z';
  const over = Date.parse(openUntil);
  expect(stillOpenUntil({ openUntil }, over - 1)).toBe(openUntil);
  expect(stillOpenUntil({ openUntil }, over)).toBeNull();
  expect(stillOpenUntil({ openUntil: null }, over)).toBeNull();
});
