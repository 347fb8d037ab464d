import { describe, expect, test } from 'vitest';
import { plans } from '../../../../../../shared/plans.ts';
import { countDatesInYear, describeDateUse, describeGuarantee } from './plan-limits.ts';

const eastern = 'America/New_York';
const schedules = [
  { id: 'new-year-eastern', deliveryDate: '2031-01-01T04:30:00.000Z' },
  { id: 'may', deliveryDate: '2031-05-04T16:00:00.000Z' },
  { id: 'other-year', deliveryDate: '2032-05-04T16:00:00.000Z' },
];

describe('delivery dates of a year', () => {
  test('the year is counted in the owner’s zone', () => {
    const instant = '2031-08-01T16:00:00.000Z';
    expect(countDatesInYear(schedules, instant, eastern, null)).toBe(1);
    expect(countDatesInYear(schedules, instant, 'UTC', null)).toBe(2);
  });

  test('the schedule being changed does not count', () => {
    expect(countDatesInYear(schedules, '2031-08-01T16:00:00.000Z', eastern, 'may')).toBe(0);
  });

  test('says how many are taken, and when all are', () => {
    expect(describeDateUse({ used: 2, year: '2031', plan: plans.basic })).toEqual({
      text: 'With this, 3 of your 10 delivery dates in 2031 are taken.',
      isFull: false,
    });
    expect(describeDateUse({ used: 0, year: '2031', plan: plans.free }).text).toBe(
      'With this, 1 of your 5 delivery dates in 2031 is taken.',
    );
    expect(describeDateUse({ used: 5, year: '2031', plan: plans.free })).toEqual({
      text: 'All 5 delivery dates of your First Echo plan in 2031 are taken.',
      isFull: true,
    });
  });
});

describe('guarantee years', () => {
  const nowMs = Date.parse('2026-10-12T15:00:00Z');

  test('their last day is still covered', () => {
    expect(describeGuarantee('2027-10-12', plans.free, eastern, nowMs)).toBeNull();
  });

  test('a later day gets a warning', () => {
    expect(describeGuarantee('2027-10-13', plans.free, eastern, nowMs)).toBe(
      'Your First Echo plan guarantees delivery for 1 year; this day is beyond that.',
    );
    expect(describeGuarantee('2040-01-01', plans.basic, eastern, nowMs)).toContain('for 10 years');
  });
});
