import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOf, wallClockAt } from '../../../../platform/local-time.ts';
import { dueAfterRelease } from './plan.ts';

const day = 24 * 60 * 60 * 1000;

/** Zones whose clocks change by an hour, by half an hour, at midnight, or never. */
const timezone = fc.constantFrom(
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Kolkata',
  'UTC',
);
/** About half of them are close to a clock change in spring or autumn. */
const instant = fc.oneof(
  fc.date({ min: new Date('2027-01-01'), max: new Date('2031-12-31'), noInvalidDate: true }),
  ...['2030-03-10T07:00:00Z', '2030-11-03T06:00:00Z', '2030-04-06T15:00:00Z', '2030-09-08T04:00:00Z'].map(
    (change) =>
      fc
        .integer({ min: -2 * 1440, max: 2 * 1440 })
        .map((minutes) => new Date(Date.parse(change) + minutes * 60_000)),
  ),
);
const localTime = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map(([hours, minutes]) => `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`);

const chosen = fc.record({ timezone, localTime, day: instant, releasedAt: instant, days: fc.nat(90) });

/** A schedule as it is stored: its instant matches its day and time. */
function schedule({
  timezone: zone,
  localTime: time,
  day: on,
}: {
  timezone: string;
  localTime: string;
  day: Date;
}) {
  const { localDate } = wallClockAt(on, zone);
  const deliveryDate = instantOf({ localDate, localTime: time, timezone: zone });
  return { deliveryDate, localTime: time, timezone: zone, releaseDays: null };
}

/** Whether the clock in its zone shows its time of day, or the time after the gap that it falls into. */
function keepsItsTime(
  at: Date,
  { localTime: time, timezone: zone }: { localTime: string; timezone: string },
) {
  const { localDate } = wallClockAt(at, zone);
  return instantOf({ localDate, localTime: time, timezone: zone }).getTime() === at.getTime();
}

test('quiet days: a dated delivery that falls into them waits for their end, at its own time of day, also where clocks change', () => {
  fc.assert(
    fc.property(chosen, ({ releasedAt, days, ...plan }) => {
      const dated = { ...schedule(plan), deliveryType: 'scheduled' as const };
      const due = dueAfterRelease(dated, { releasedAt, quietDays: days });
      expect(keepsItsTime(due, dated)).toBe(true);
      expect(due.getTime()).toBeGreaterThanOrEqual(dated.deliveryDate.getTime());
      if (days === 0) expect(due).toEqual(dated.deliveryDate);
      if (days === 0) return;
      // A day may have 23 hours, and begins a little later if the time of day is skipped.
      const quietUntil = releasedAt.getTime() + days * day;
      expect(due.getTime()).toBeGreaterThan(quietUntil - day / 12);
      const waits = due.getTime() > dated.deliveryDate.getTime();
      if (waits) expect(due.getTime()).toBeLessThan(quietUntil + day + day / 12);
    }),
    { numRuns: 2_000 },
  );
});

test('what is for after a death is never due before the release, its day, or its days', () => {
  fc.assert(
    fc.property(chosen, fc.nat(90), ({ releasedAt, days, ...plan }, quietDays) => {
      const onDeath = { ...schedule(plan), deliveryType: 'on_death' as const, releaseDays: days };
      const due = dueAfterRelease(onDeath, { releasedAt, quietDays }).getTime();
      const least = Math.max(releasedAt.getTime(), onDeath.deliveryDate.getTime());
      expect(due).toBeGreaterThanOrEqual(least);
      if (days > 0) expect(due).toBeGreaterThan(releasedAt.getTime() + days * day - day / 12);
      else expect(due).toBe(least);
    }),
    { numRuns: 2_000 },
  );
});
