import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDayOfYear, yearsOf } from '../../../../../shared/delivery/series-days.ts';
import { momentIn } from './moments.ts';

const zones = Intl.supportedValuesOf('timeZone');
const hour = 3_600_000;
const day = 24 * hour;

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clocks in `timezone` show, as milliseconds as if in UTC: computed by Intl, not by the code under test. */
function shown(at: number, timezone: string): number {
  let format = formats.get(timezone);
  format ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  formats.set(timezone, format);
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`);
}

/** The instants at which the clocks show `wall`: none in a gap, two when clocks go back. Offsets change at most once in two days. */
function instantsOf(wall: number, timezone: string): number[] {
  const offsets = [-day, day].map((apart) => shown(wall + apart, timezone) - (wall + apart));
  const found = offsets.map((offset) => wall - offset).filter((at) => shown(at, timezone) === wall);
  return [...new Set(found)].toSorted((a, b) => a - b);
}

const anyZone = fc.constantFrom(...zones);
const anyDay = fc
  .record({ month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 31 }) })
  .filter(isDayOfYear);
const anyTime = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map((minutes) => new Date(minutes * 60_000).toISOString().slice(11, 16));
const anyYears = fc
  .tuple(fc.integer({ min: 1970, max: 2100 }), fc.integer({ min: 0, max: 30 }))
  .map(([fromYear, more]) => yearsOf({ fromYear, untilYear: Math.min(2100, fromYear + more) }));

describe('a series in every time zone, from 1970 to 2100, whatever its rules were from one year to the next', () => {
  test('F22, F23, F24: each year has one instant: on its day at its time, after a gap by the gap, or the first of two', () => {
    fc.assert(
      fc.property(anyZone, anyDay, anyTime, anyYears, (timezone, { month, day: of }, localTime, years) => {
        for (const year of years) {
          const moment = momentIn({ month, day: of, localTime, timezone }, year);
          // Date turns 29 February of a common year into 1 March.
          const onDay = new Date(Date.UTC(year, month - 1, of));
          const expected = onDay.getUTCMonth() === month - 1 ? onDay : new Date(Date.UTC(year, 1, 28));
          expect(moment.localDate).toBe(expected.toISOString().slice(0, 10));
          const wall = Date.parse(`${moment.localDate}T${localTime}Z`);
          const at = moment.deliveryDate.getTime();
          const [first] = instantsOf(wall, timezone);
          if (first !== undefined) expect(at).toBe(first);
          else {
            const gap = shown(at, timezone) - wall;
            expect(gap).toBeGreaterThan(0);
            expect(gap).toBeLessThanOrEqual(day);
            expect(at - (wall - (shown(at - 2 * day, timezone) - (at - 2 * day)))).toBe(0);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('the years come one after the other, about a year apart', () => {
    fc.assert(
      fc.property(anyZone, anyDay, anyTime, anyYears, (timezone, dayOfYear, localTime, years) => {
        const at = years.map((year) => momentIn({ ...dayOfYear, localTime, timezone }, year).deliveryDate);
        for (const [index, instant] of at.entries()) {
          const next = at[index + 1];
          if (!next) continue;
          const days = (next.getTime() - instant.getTime()) / day;
          // A day more or less if the zone has crossed the date line meanwhile.
          expect(days).toBeGreaterThan(363);
          expect(days).toBeLessThan(368);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('a year does not depend on the others: alone it comes when it comes among them', () => {
    fc.assert(
      fc.property(anyZone, anyTime, anyYears, (timezone, localTime, years) => {
        const leapDay = { month: 2, day: 29, localTime, timezone };
        const inOrder = years.map((year) => momentIn(leapDay, year));
        const backwards = years.toReversed().map((year) => momentIn(leapDay, year));
        expect(backwards.toReversed()).toEqual(inOrder);
      }),
    );
  });
});

describe('F22, F23: zones whose rules changed from one year to the next', () => {
  test.each([
    [
      'Turkey stays on summer time from 2016',
      'Europe/Istanbul',
      2015,
      '2015-12-01T10:00',
      '2016-12-01T09:00',
    ],
    ['Russia leaves it in 2014', 'Europe/Moscow', 2013, '2013-12-01T08:00', '2014-12-01T09:00'],
    ['Mexico gives it up in 2022', 'America/Mexico_City', 2022, '2022-07-01T17:00', '2023-07-01T18:00'],
  ])('%s: noon is noon', (_what, timezone, fromYear, first, second) => {
    const month = Number(first.slice(5, 7));
    const moments = [fromYear, fromYear + 1].map((year) =>
      momentIn({ month, day: 1, localTime: '12:00', timezone }, year).deliveryDate.toISOString().slice(0, 16),
    );
    expect(moments).toEqual([first, second]);
  });

  test('a day that a zone has skipped altogether comes on the next', () => {
    const samoa = { month: 12, day: 30, localTime: '12:00', timezone: 'Pacific/Apia' };
    const at = momentIn(samoa, 2011);
    expect([at.localDate, at.deliveryDate.toISOString()]).toEqual(['2011-12-30', '2011-12-30T22:00:00.000Z']);
    expect(new Date(shown(at.deliveryDate.getTime(), 'Pacific/Apia')).toISOString()).toContain(
      '2011-12-31T12:00',
    );
  });
});
