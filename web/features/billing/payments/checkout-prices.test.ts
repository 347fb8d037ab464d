import { describe, expect, test } from 'vitest';
import { plans } from '../../../../shared/plans.ts';
import { describePrice } from './checkout-prices.ts';

describe('what a plan costs', () => {
  test.each([
    ['basic', 'monthly', '$20', 'a month', null],
    ['basic', 'annual', '$204', 'a year', 'Instead of $240 month by month: 15% less.'],
    ['basic', 'three_years', '$612', 'for 3 years', 'Instead of $720 month by month: 15% less.'],
    ['premium', 'monthly', '$50', 'a month', null],
    ['premium', 'annual', '$510', 'a year', 'Instead of $600 month by month: 15% less.'],
    ['premium', 'three_years', '$1,530', 'for 3 years', 'Instead of $1,800 month by month: 15% less.'],
  ] as const)('%s, %s: %s %s', (key, period, amount, per, saving) => {
    expect(describePrice(plans[key], period)).toMatchObject({ amount, per, saving });
  });

  test('the price drops later', () => {
    expect(describePrice(plans.basic, 'annual').later).toBe(
      'After 3 years: $6.99 a month (storage-only guaranteed delivery).',
    );
    expect(describePrice(plans.premium, 'monthly').later).toBe('After 3 years: $19.99 a month.');
  });
});
