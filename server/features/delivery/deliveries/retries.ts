import { secondsAfter } from '../../../platform/clock.ts';

const minute = 60;
const pauseSeconds = [minute, 5 * minute, 15 * minute, 30 * minute];
/** Every further mail may be a duplicate in the recipient's mailbox, so these pauses are longer. */
const unansweredPauseSeconds = [15 * minute, 6 * 60 * minute];
/** Mail systems that defer unknown senders accept a second attempt after about this long (RFC 6647, section 5). */
const longestPauseSeconds = 30 * minute;
const spread = 0.2;

/** A delivery that still cannot be sent this long after its first attempt fails for good. */
export const giveUpDays = 7;
/** After this many mails of unknown outcome the owner is asked whether they arrived. */
export const mailsWithoutAnswer = 3;

/**
 * When to try again after `count` attempts (1 for the first): pauses grow to half an hour, plus up to a fifth (`jitter`, 0
 * to 1) so that a recovering mail server is not flooded. `unanswered` counts the mails of unknown outcome, including this
 * one; 0 if nothing was sent. Undefined when seven days are over.
 */
export function nextAttempt(
  attempt: { count: number; first: Date; unanswered: number },
  now: Date,
  jitter: number,
): Date | undefined {
  const giveUp = secondsAfter(attempt.first, giveUpDays * 24 * 60 * minute);
  if (now >= giveUp) return undefined;
  const growing = pauseSeconds[attempt.count - 1] ?? longestPauseSeconds;
  const pause = Math.max(growing, unansweredPauseSeconds[attempt.unanswered - 1] ?? 0);
  return secondsAfter(now, pause * (1 + spread * jitter));
}
