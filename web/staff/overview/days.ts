import { toWallClock } from '../../lib/dates.ts';

/** The calendar day at an instant. */
export function dayAt(milliseconds: number, timezone: string): string {
  return toWallClock(new Date(milliseconds).toISOString(), timezone).date;
}

/** The end of an axis that holds `most`: a round number whose half is round too, at least 4. */
export function axisEnd(most: number): number {
  if (most <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(most));
  const factor = [1, 2, 4, 6, 8, 10].find((factor) => factor * power >= most) ?? 10;
  return factor * power;
}
