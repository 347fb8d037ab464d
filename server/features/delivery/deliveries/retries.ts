import { secondsAfter } from '../../../platform/clock.ts';

const minute = 60;
const pauseSeconds = [minute, 5 * minute, 15 * minute, 30 * minute];
/** Each further mail may be one more that a person finds in their mailbox; the longer the pause, the likelier an answer. */
const unansweredPauseSeconds = [15 * minute, 6 * 60 * minute];
/** Mail systems that defer unknown senders let a second try pass after about this long (RFC 6647, section 5). */
const longestPauseSeconds = 30 * minute;
const spread = 0.2;

/** A delivery that still fails this long after its first attempt is given up and left to staff. */
export const giveUpDays = 7;
/** After this many mails of which nobody knows whether they arrived, a person has to find out. */
export const mailsWithoutAnswer = 3;

/**
 * When to try again after `count` attempts (1 for the first): pauses grow to half an hour and are spread by a fifth
 * (`jitter`, 0 to 1), so that a mail server that comes back is neither flooded nor kept waiting. `unanswered` counts the
 * mails of unknown outcome, this one included; 0 where nothing was sent. Undefined when seven days are over.
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
