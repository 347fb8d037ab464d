import { expect, test } from 'vitest';
import type { CurrentPlan } from './held-plan.ts';
import { describeEffect, isChoosable, labelOf } from './plan-effects.ts';

const now = Date.parse('2031-03-07T12:00:00Z');
const basic: CurrentPlan = { plan: 'basic', paidThrough: '2031-09-01T00:00:00Z', running: null };
const effect = (
  planKey: Parameters<typeof describeEffect>[0],
  availability: Parameters<typeof describeEffect>[1],
  current: CurrentPlan,
) => describeEffect(planKey, availability, current, 'UTC', now);

test('what takes the place of a plan that is paid says until when, and that nothing is carried over', () => {
  expect(effect('premium', 'open', basic)).toMatch(
    /takes the place of .+, which is paid until 1 September 2031\. .+ is not carried over\.$/,
  );
});

test('what is bought for the first time, or after the plan has lapsed, takes the place of nothing', () => {
  expect(effect('premium', 'open', { plan: 'free', paidThrough: null, running: null })).toBeNull();
  expect(effect('premium', 'open', { ...basic, paidThrough: '2031-01-01T00:00:00Z' })).toBeNull();
});

test('a change at once is taken off the price; a later one keeps what is paid', () => {
  expect(effect('premium', 'change-now', basic)).toMatch(
    /^It begins at once\. What is left of .+ is taken off/,
  );
  expect(effect('basic', 'change-now', basic)).toContain('the current period');
  expect(effect('premium', 'planned', basic)).toMatch(/^You keep .+ until 1 September 2031\.$/);
  expect(effect('basic', 'change-later', basic)).toBe('From 1 September 2031 on.');
});

test('the button says what pressing it does, and cannot be pressed where it does nothing', () => {
  expect(labelOf('basic', 'change-later', 'annual', 'basic')).toBe('Pay by the year');
  expect(labelOf('basic', 'change-later', 'annual', 'premium')).toMatch(/^Change to /);
  expect(labelOf('basic', 'included', 'annual', 'premium')).toMatch(/^Included in /);
  const choosable = (
    ['open', 'current', 'included', 'planned', 'change-now', 'change-later'] as const
  ).filter(isChoosable);
  expect(choosable).toEqual(['open', 'change-now', 'change-later']);
});
