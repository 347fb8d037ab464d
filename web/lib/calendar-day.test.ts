import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayIn } from './calendar-day.ts';
import { toWallClock } from './dates.ts';

test('an instant has the day of its zone', () => {
  const newYear = '2026-12-31T23:30:00.000Z';
  expect(dayIn('Pacific/Auckland', newYear)).toBe('2027-01-01');
  expect(dayIn('Pacific/Honolulu', Date.parse(newYear))).toBe('2026-12-31');
  expect(dayIn('UTC', '2031-05-04T00:00:00.000Z')).toBe('2031-05-04');
});

test('it is the day that the library for dates finds', () => {
  const zones = ['America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'Europe/Lisbon', 'America/St_Johns'];
  const instants = fc.date({ min: new Date('1970-01-02'), max: new Date('2200-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.constantFrom(...zones), instants, (zone, at) => {
      expect(dayIn(zone, at.toISOString())).toBe(toWallClock(at.toISOString(), zone).date);
    }),
  );
});
