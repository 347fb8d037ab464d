import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { daysBetween } from './life-layout.ts';

/** In units of the picture. */
export const miniWidth = 300;

const margin = 24;
const apart = 17;
const mostBeads = 8;

/**
 * Where what waits for somebody hangs on the small thread of their card: to scale from today to the last day that anything has
 * for anybody, then what is for after a death.
 */
export function miniBeads(waiting: readonly Schedule[], today: string, lastDay: string): number[] {
  const first = waiting.slice(0, mostBeads);
  const dated = first.filter(({ deliveryType }) => deliveryType === 'scheduled');
  const afterCount = first.length - dated.length;
  const days = dated.map(({ localDate }) => Math.max(0, daysBetween(today, localDate)));
  const last = Math.max(1, daysBetween(today, lastDay));
  const end = miniWidth - margin - (afterCount > 0 ? 46 + (afterCount - 1) * apart : 0);
  const beads = days.map((day) => margin + (day / last) * (end - margin));
  for (let index = 1; index < beads.length; index += 1) {
    beads[index] = Math.max(beads[index] ?? 0, (beads[index - 1] ?? 0) + apart);
  }
  for (let index = beads.length - 1; index >= 0; index -= 1) {
    const most = index === beads.length - 1 ? end : (beads[index + 1] ?? 0) - apart;
    beads[index] = Math.min(beads[index] ?? 0, most);
  }
  const after = Array.from(
    { length: afterCount },
    (_, index) => miniWidth - margin - (afterCount - 1 - index) * apart,
  );
  return [...beads, ...after];
}
