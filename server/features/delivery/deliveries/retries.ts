import { secondsAfter } from '../../../platform/clock.ts';
import type { Random } from '../../../platform/random.ts';

const minute = 60;
const pauseSeconds = [minute, 5 * minute, 15 * minute, 30 * minute];
/** Each further mail may be one more that a person finds in their mailbox: the later, the more likely is an answer. */
const unansweredPauseSeconds = [15 * minute, 6 * 60 * minute];
/** Mail systems that defer unknown senders let a second try pass after about this long (RFC 6647, section 5). */
const longestPauseSeconds = 30 * minute;
const jitter = 0.2;

/** A delivery that still fails so long after its first try stands in front of staff. */
export const giveUpDays = 7;
/** So often a mail goes out without anybody knowing whether it arrived; then a person has to find out. */
export const mailsWithoutAnswer = 3;

/**
 * When to try again after `attempt` tries (1 for the first): pauses that grow to half an hour, spread by a fifth, so
 * that a returning mail server is neither flooded nor kept waiting. `unanswered` says how often it went out and nobody
 * knows what became of it, this time included; 0 where it did not go out. Undefined when seven days are over.
 */
export function nextAttempt(
  attempt: { count: number; first: Date; unanswered: number },
  now: Date,
  random: Pick<Random, 'fraction'>,
): Date | undefined {
  const giveUp = secondsAfter(attempt.first, giveUpDays * 24 * 60 * minute);
  if (now >= giveUp) return undefined;
  const growing = pauseSeconds[attempt.count - 1] ?? longestPauseSeconds;
  const pause = Math.max(growing, unansweredPauseSeconds[attempt.unanswered - 1] ?? 0);
  return secondsAfter(now, pause * (1 + jitter * random.fraction()));
}
