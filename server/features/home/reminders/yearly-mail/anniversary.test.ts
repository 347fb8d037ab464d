import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOf, wallClockAt } from '../../../../platform/local-time.ts';
import { anniversaryAt, madeUpForDays } from './anniversary.ts';

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const instants = fc.date({
  min: new Date('2024-01-01T00:00:00Z'),
  max: new Date('2033-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const minute = 60_000;
const day = 24 * 60 * minute;

/** Computed as with a calendar on the wall. */
function dayAfterYears(began: string, years: number): string {
  const year = Number(began.slice(0, 4)) + years;
  const isLeap = year % 4 === 0 && year % 100 !== 0;
  const monthDay = began.slice(5);
  return `${year}-${monthDay === '02-29' && !isLeap ? '02-28' : monthDay}`;
}

test('the day comes once a year, from nine in the morning where the owner lives, in every zone', () => {
  fc.assert(
    fc.property(instants, zones, fc.integer({ min: 1, max: 60 }), (createdAt, timezone, years) => {
      const account = { createdAt, timezone };
      const { localDate: began } = wallClockAt(createdAt, timezone);
      const at = instantOf({
        localDate: dayAfterYears(began, years),
        localTime: '09:00',
        timezone,
      }).getTime();
      const yearsAt = (ms: number) => anniversaryAt(account, new Date(ms));
      expect(yearsAt(at - minute)).toBeNull();
      expect(yearsAt(at)).toBe(years);
      expect(yearsAt(at + madeUpForDays * day - minute)).toBe(years);
      expect(yearsAt(at + madeUpForDays * day)).toBeNull();
    }),
    { numRuns: 300 },
  );
});

test('29 February is the 28th in other years; nothing comes in the first year', () => {
  const account = { createdAt: new Date('2028-02-29T12:00:00Z'), timezone: 'Pacific/Auckland' };
  expect(wallClockAt(account.createdAt, account.timezone).localDate).toBe('2028-03-01');
  const leap = { createdAt: new Date('2028-02-29T09:00:00Z'), timezone: 'Europe/London' };
  expect(anniversaryAt(leap, new Date('2028-03-01T12:00:00Z'))).toBeNull();
  expect(anniversaryAt(leap, new Date('2029-02-28T08:59:00Z'))).toBeNull();
  expect(anniversaryAt(leap, new Date('2029-02-28T09:00:00Z'))).toBe(1);
  expect(anniversaryAt(leap, new Date('2032-02-28T09:00:00Z'))).toBeNull();
  expect(anniversaryAt(leap, new Date('2032-02-29T09:00:00Z'))).toBe(4);
});
