import { minutesAfter, secondsAfter } from '../../../platform/clock.ts';

/** Messages of the last day: so many hours before the window ends. Before that, one a day. */
const hoursBeforeEnd = [24, 12, 6, 3, 1];
const dayMinutes = 24 * 60;
/** A message may be written this much late, as long as nothing is amiss. */
export const toleratedLateSeconds = 3600;

/** When the owner is asked again after `askedAt`, in a window that ends at `endsAt`; null where that was the last time. */
export function nextAsk(askedAt: Date, endsAt: Date): Date | null {
  const inADay = minutesAfter(askedAt, dayMinutes);
  const inLastDay = hoursBeforeEnd.map((hours) => minutesAfter(endsAt, -hours * 60));
  const ahead = [inADay, ...inLastDay].filter((at) => at > askedAt && at < endsAt);
  return ahead.reduce<Date | null>((first, at) => (first && first <= at ? first : at), null);
}

/** By how much a message that was due at `dueAt` is late. */
export function lateSeconds(dueAt: Date, now: Date): number {
  const seconds = (now.getTime() - dueAt.getTime()) / 1000;
  return now > secondsAfter(dueAt, toleratedLateSeconds) ? Math.ceil(seconds) : 0;
}
