import { describe, expect, test } from 'vitest';
import { availabilityOf, endsEarly } from './held-plan.ts';

const now = Date.parse('2027-05-10T12:00:00Z');
const later = '2027-06-10T12:00:00Z';
const before = '2027-05-01T12:00:00Z';

const running = {
  plan: 'basic',
  billingPeriod: 'monthly',
  isReduced: false,
  status: 'active',
  paidThrough: later,
  endsAt: null,
  nextPlan: 'premium',
  nextPeriod: 'three_years',
} as const;

describe('which plans can be chosen', () => {
  test.each([
    ['basic', 'free', null, 'open'],
    ['premium', 'free', null, 'open'],
    ['basic', 'basic', later, 'current'],
    ['basic', 'basic', null, 'current'],
    ['basic', 'basic', before, 'open'],
    ['premium', 'basic', later, 'open'],
    ['basic', 'premium', later, 'included'],
    ['basic', 'premium', before, 'open'],
    ['premium', 'premium', later, 'current'],
  ] as const)('%s for somebody with %s until %s: %s', (wanted, plan, paidThrough, availability) => {
    const choice = { plan: wanted, billingPeriod: 'monthly' } as const;
    expect(availabilityOf(choice, { plan, paidThrough, running: null }, now)).toBe(availability);
  });

  test('only a smaller plan that is still paid for ends early', () => {
    expect(endsEarly('premium', { plan: 'basic', paidThrough: later, running: null }, now)).toBe(later);
    expect(endsEarly('premium', { plan: 'basic', paidThrough: before, running: null }, now)).toBeNull();
    expect(endsEarly('premium', { plan: 'free', paidThrough: null, running: null }, now)).toBeNull();
    expect(endsEarly('basic', { plan: 'basic', paidThrough: later, running: null }, now)).toBeNull();
  });

  test.each([
    ['basic', 'monthly', 'current'],
    ['basic', 'annual', 'change-now'],
    ['premium', 'monthly', 'change-now'],
    ['premium', 'three_years', 'planned'],
  ] as const)('%s, %s where Golden Thread renews every month: %s', (plan, billingPeriod, availability) => {
    const held = { plan: 'basic', paidThrough: later, running } as const;
    expect(availabilityOf({ plan, billingPeriod }, held, now)).toBe(availability);
  });

  test('less, or the same for shorter, comes later; what could not be renewed is bought anew', () => {
    const annual = { ...running, plan: 'premium', billingPeriod: 'annual' } as const;
    const held = { plan: 'premium', paidThrough: later, running: annual } as const;
    const basic = { plan: 'basic', billingPeriod: 'three_years' } as const;
    expect(availabilityOf(basic, held, now)).toBe('change-later');
    expect(availabilityOf({ plan: 'premium', billingPeriod: 'monthly' }, held, now)).toBe('change-later');
    const overdue = { ...held, paidThrough: before, running: { ...annual, status: 'overdue' } } as const;
    expect(availabilityOf(basic, overdue, now)).toBe('open');
  });
});
