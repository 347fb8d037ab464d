import { describe, expect, test } from 'vitest';
import type { HealthPart, StaffQueue } from '../../../shared/staff/overview.ts';
import { describeHealth, sentenceOf } from './labels.ts';

const queue = (late: number): StaffQueue => ({
  name: 'deliveries',
  count: 9,
  oldest: '2030-12-10T17:00:00Z',
  late,
  detail: null,
});
const part = (state: HealthPart['state']): HealthPart => ({ part: 'files', state, detail: '', at: null });

describe('the sentence under the heading', () => {
  test.each([
    [[0, 0], 0, 'Nothing is late. Nothing due today has been missed.'],
    [[1], 0, 'One thing is late. Nothing due today has been missed.'],
    [[0, 7], 0, 'Seven things are late. Nothing due today has been missed.'],
    [[3, 1], 1, 'Four things are late, in two queues. One delivery due today has not gone out.'],
    [
      [1, 1, 1, 1, 1],
      1206,
      'Five things are late, in five queues. 1,206 deliveries due today have not gone out.',
    ],
    [[], 2, 'Nothing is late. 2 deliveries due today have not gone out.'],
  ])('with %j late and %i missed', (late, missedToday, sentence) => {
    expect(sentenceOf({ queues: late.map(queue), missedToday })).toBe(sentence);
  });
});

describe('the house', () => {
  test.each([
    [['works', 'works'] as const, 'All running'],
    [['works', 'not-set-up'] as const, 'All running, 1 not set up'],
    [['trouble', 'not-set-up', 'trouble'] as const, '2 in trouble, 1 not set up'],
  ])('with %j', (states, sentence) => {
    expect(describeHealth(states.map(part))).toBe(sentence);
  });
});
