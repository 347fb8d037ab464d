import { minutesAfter } from './clock.ts';
import { latestNow } from './database-time.ts';

// The limits of a mailed six-digit code: ten minutes and five tries, so that guessing is hopeless.

export const codeMinutes = 10;
export const codeTries = 5;

/** Whether another try at the code is allowed; never for one that a wrong clock made in the future. */
export function isCodeOpen(
  { triesLeft, validUntil }: { triesLeft: number; validUntil: Date | null },
  now: Date,
): boolean {
  if (triesLeft <= 0 || validUntil === null) return false;
  return validUntil >= now && validUntil <= minutesAfter(latestNow(now), codeMinutes);
}
