import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantOf, monthsAfter, wallClockAt, yearBounds } from './local-time.ts';

const zones = Intl.supportedValuesOf('timeZone');
const from2026 = Date.UTC(2026, 0, 1);
const to2047 = Date.UTC(2047, 0, 1);
const minute = 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The wall clock computed differently from the code under test: with Intl instead of Temporal. */
function wallClockByIntl(instant: Date, timezone: string): string {
  let format = formats.get(timezone);
  format ??= new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timezone, format);
  return format.format(instant);
}

const spoken = ({ localDate, localTime }: { localDate: string; localTime: string }) =>
  `${localDate} ${localTime}`;
const anyZone = fc.constantFrom(...zones);
const anyMinute = fc
  .integer({ min: from2026 / minute, max: to2047 / minute - 1 })
  .map((at) => new Date(at * minute));

describe('local time and instant, in every zone from 2026 to 2046', () => {
  test('the wall clock agrees with Intl', () => {
    fc.assert(
      fc.property(anyZone, anyMinute, (zone, instant) => {
        expect(spoken(wallClockAt(instant, zone))).toBe(wallClockByIntl(instant, zone));
      }),
      { numRuns: 3000 },
    );
  });

  test('an instant survives conversion to the wall clock and back, except in the second of two repeated hours', () => {
    fc.assert(
      fc.property(anyZone, anyMinute, (zone, instant) => {
        const back = instantOf(wallClockAt(instant, zone));
        const sameWallClock = wallClockByIntl(back, zone) === wallClockByIntl(instant, zone);
        expect(sameWallClock).toBe(true);
        expect(back.getTime()).toBeLessThanOrEqual(instant.getTime());
      }),
      { numRuns: 3000 },
    );
  });

  test('F22, F23: at every gap and fold of every zone: a gap moves the time forward by its length, a fold gives the first instant', () => {
    for (const zone of zones) {
      for (const change of offsetChanges(zone)) {
        const gapMinutes = change.offsetAfter - change.offsetBefore;
        const middle = Math.abs(gapMinutes) / 2;
        // The wall clock in the middle of the skipped or repeated time, computed with the offset before the change.
        const inside = gapMinutes > 0 ? middle : middle + gapMinutes;
        const asUtc = new Date(change.at + (change.offsetBefore + inside) * minute);
        const wall = {
          localDate: asUtc.toISOString().slice(0, 10),
          localTime: asUtc.toISOString().slice(11, 16),
          timezone: zone,
        };
        expect(instantOf(wall).getTime(), `${zone} ${spoken(wall)}`).toBe(change.at + inside * minute);
      }
    }
  });
});

interface OffsetChange {
  at: number;
  offsetBefore: number;
  offsetAfter: number;
}

function offsetMinutes(at: number, zone: string): number {
  const shown = wallClockByIntl(new Date(at), zone).replace(' ', 'T');
  return (Date.parse(`${shown}:00Z`) - at) / minute;
}

/** Finds the changes by checking every fortnight and bisecting down to the minute. */
function offsetChanges(zone: string): OffsetChange[] {
  const changes: OffsetChange[] = [];
  const step = 14 * 24 * 60 * minute;
  let before = offsetMinutes(from2026, zone);
  for (let at = from2026 + step; at < to2047; at += step) {
    const after = offsetMinutes(at, zone);
    if (after === before) continue;
    let [low, high] = [at - step, at];
    while (high - low > minute) {
      const half = low + Math.floor((high - low) / minute / 2) * minute;
      if (offsetMinutes(half, zone) === before) low = half;
      else high = half;
    }
    changes.push({ at: high, offsetBefore: before, offsetAfter: after });
    before = after;
  }
  return changes;
}

describe('F22, F23, F27: the documented hours', () => {
  test.each([
    ['the hour that spring skips', '2027-03-14', '02:30', '2027-03-14T07:30:00.000Z'],
    ['the first of the two autumn hours', '2027-11-07', '01:30', '2027-11-07T05:30:00.000Z'],
    ['a day of 2100, no leap year', '2100-03-01', '12:00', '2100-03-01T17:00:00.000Z'],
  ])('%s', (_what, localDate, localTime, instant) => {
    expect(instantOf({ localDate, localTime, timezone: 'America/New_York' }).toISOString()).toBe(instant);
  });

  test('a calendar year runs from local midnight to local midnight', () => {
    const { from, to } = yearBounds(2031, 'Pacific/Auckland');
    expect([from.toISOString(), to.toISOString()]).toEqual([
      '2030-12-31T11:00:00.000Z',
      '2031-12-31T11:00:00.000Z',
    ]);
  });
});

describe('F27: calendar months after an instant', () => {
  test.each([
    ['2027-01-31T10:00:00Z', 1, '2027-02-28T10:00:00Z'],
    ['2028-01-31T10:00:00Z', 1, '2028-02-29T10:00:00Z'],
    ['2028-02-29T10:00:00Z', 12, '2029-02-28T10:00:00Z'],
    ['2027-12-31T23:59:59Z', 2, '2028-02-29T23:59:59Z'],
    ['2027-03-10T00:00:00Z', 36, '2030-03-10T00:00:00Z'],
    ['2099-11-30T12:00:00Z', 3, '2100-02-28T12:00:00Z'],
  ])('%s and %d: %s', (from, months, to) => {
    expect(monthsAfter(new Date(from), months)).toEqual(new Date(to));
  });

  test('what began on the 31st returns to the 31st after a shorter month', () => {
    const began = new Date('2027-01-31T10:00:00Z');
    const february = monthsAfter(began, 1, began);
    const march = monthsAfter(february, 1, began);
    const april = monthsAfter(march, 1, began);
    expect([february, march, april].map((at) => at.toISOString().slice(5, 10))).toEqual([
      '02-28',
      '03-31',
      '04-30',
    ]);
  });

  test('month by month is the same as all at once, from any day', () => {
    fc.assert(
      fc.property(anyMinute, fc.integer({ min: 1, max: 36 }), (began, months) => {
        let at = began;
        for (let month = 0; month < months; month++) at = monthsAfter(at, 1, began);
        expect(at).toEqual(monthsAfter(began, months));
      }),
    );
  });
});
