import { secondsAfter } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';

const minute = 60;
const pauseSeconds = [minute, 5 * minute, 15 * minute, 30 * minute];
const unknownPauseSeconds = 15 * minute;
/** Mail systems that defer unknown senders let a second try pass after about this long (RFC 6647, section 5). */
const longestPauseSeconds = 30 * minute;
const jitter = 0.2;

/** A delivery that still fails so long after its first try stands in front of staff. */
export const giveUpDays = 7;

/**
 * When to try again after `attempt` tries (1 for the first): pauses that grow to half an hour, spread by a fifth, so
 * that a returning mail server is neither flooded nor kept waiting. Undefined when seven days are over.
 */
export function nextAttempt(
  attempt: { count: number; first: Date; unknown: boolean },
  now: Date,
  random: Pick<Random, 'fraction'>,
): Date | undefined {
  const giveUp = secondsAfter(attempt.first, giveUpDays * 24 * 60 * minute);
  if (now >= giveUp) return undefined;
  const growing = pauseSeconds[attempt.count - 1] ?? longestPauseSeconds;
  const pause = attempt.unknown ? Math.max(growing, unknownPauseSeconds) : growing;
  return secondsAfter(now, pause * (1 + jitter * random.fraction()));
}
