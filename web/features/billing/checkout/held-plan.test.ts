import { describe, expect, test } from 'vitest';
import { choiceOf, endsEarly } from './held-plan.ts';

const now = Date.parse('2027-05-10T12:00:00Z');
const later = '2027-06-10T12:00:00Z';
const before = '2027-05-01T12:00:00Z';

describe('what choosing a plan is', () => {
  test.each([
    ['basic', 'free', null, 'open'],
    ['premium', 'free', null, 'open'],
    ['basic', 'basic', later, 'held'],
    ['basic', 'basic', null, 'held'],
    ['basic', 'basic', before, 'open'],
    ['premium', 'basic', later, 'open'],
    ['basic', 'premium', later, 'included'],
    ['basic', 'premium', before, 'open'],
    ['premium', 'premium', later, 'held'],
  ] as const)('%s for somebody with %s until %s: %s', (wanted, plan, paidThrough, choice) => {
    expect(choiceOf(wanted, { plan, paidThrough }, now)).toBe(choice);
  });

  test('only a lesser plan that is paid still ends early', () => {
    expect(endsEarly('premium', { plan: 'basic', paidThrough: later }, now)).toBe(later);
    expect(endsEarly('premium', { plan: 'basic', paidThrough: before }, now)).toBeNull();
    expect(endsEarly('premium', { plan: 'free', paidThrough: null }, now)).toBeNull();
    expect(endsEarly('basic', { plan: 'basic', paidThrough: later }, now)).toBeNull();
  });
});
