import type { z } from 'zod';
import { chartDays, type StaffDeliveryDays } from '../../../../shared/staff/overview.ts';
import { readableTimeZone } from '../../../../shared/time-zones.ts';
import type { Services } from '../../../platform/context.ts';
import { daysAfter, instantOf, wallClockAt } from '../../../platform/local-time.ts';
import { countPerDay, countPlanned } from '../../delivery/deliveries/figures/figures.ts';

/** How far ahead the busiest day is looked for. */
const foreseenDays = 60;

/** Deliveries by day in `timezone`: what became of the past ones, and how many are planned. */
export async function readDeliveryDays(
  services: Pick<Services, 'db' | 'clock'>,
  timezone: string,
): Promise<z.output<typeof StaffDeliveryDays>> {
  const { localDate: today } = wallClockAt(services.clock.now(), timezone);
  const counted = Array.from({ length: chartDays + foreseenDays + 2 }, (_, n) => {
    const day = daysAfter(today, n - chartDays);
    return { day, startsAt: startOfDay(day, timezone) };
  });
  const [begun, planned] = await Promise.all([
    countPerDay(services, counted),
    countPlanned(services, counted),
  ]);
  const days = counted.slice(0, 2 * chartDays + 1).map(({ day }) => day);
  const [ofBegun, ofPlanned] = [byDay(begun), byDay(planned)];
  return {
    days: days.map((day) => {
      const { delivered = 0, waiting = 0, failed = 0 } = ofBegun.get(day) ?? {};
      const { planned = 0, overdue = 0 } = ofPlanned.get(day) ?? {};
      return { day, delivered, waiting: waiting + overdue, failed, planned: planned - overdue };
    }),
    busiest: planned
      .filter(({ day }) => day > daysAfter(today, 1))
      .map(({ day, planned }) => ({ day, planned }))
      .reduce<{ day: string; planned: number } | null>(
        (most, day) => (most && most.planned >= day.planned ? most : day),
        null,
      ),
  };
}

function startOfDay(day: string, timezone: string): Date {
  return instantOf({ localDate: day, localTime: '00:00', timezone: readableTimeZone(timezone) });
}

function byDay<T extends { day: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.day, row]));
}
