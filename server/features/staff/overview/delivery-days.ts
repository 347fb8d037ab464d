import type { z } from 'zod';
import { chartDays, type StaffDeliveryDays } from '../../../../shared/staff/overview.ts';
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
  const startOf = (days: number) =>
    instantOf({ localDate: daysAfter(today, days), localTime: '00:00', timezone });
  const from = startOf(-chartDays);
  const [begun, planned] = await Promise.all([
    countPerDay(services, { from, timezone }),
    countPlanned(services, { from, until: startOf(foreseenDays + 1), timezone }),
  ]);
  const days = Array.from({ length: 2 * chartDays + 1 }, (_, n) => daysAfter(today, n - chartDays));
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

function byDay<T extends { day: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.day, row]));
}
