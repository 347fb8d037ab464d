import { describe, expect, test } from 'vitest';
import { availabilityOf, endsEarly } from './current-plan.ts';

const now = Date.parse('2027-05-10T12:00:00Z');
const later = '2027-06-10T12:00:00Z';
const before = '2027-05-01T12:00:00Z';

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
    expect(availabilityOf(wanted, { plan, paidThrough }, now)).toBe(availability);
  });

  test('only a smaller plan that is still paid for ends early', () => {
    expect(endsEarly('premium', { plan: 'basic', paidThrough: later }, now)).toBe(later);
    expect(endsEarly('premium', { plan: 'basic', paidThrough: before }, now)).toBeNull();
    expect(endsEarly('premium', { plan: 'free', paidThrough: null }, now)).toBeNull();
    expect(endsEarly('basic', { plan: 'basic', paidThrough: later }, now)).toBeNull();
  });
});
