const minute = 60;
const hour = 60 * minute;
/** Mail systems that defer unknown senders accept a second attempt after about this long (RFC 6647, section 5). */
const longestGrowingPauseSeconds = 30 * minute;
/** Short, so that restarting a mail server costs nobody more than this. */
const firstPauseSeconds = 30;
const spread = 0.2;
/** The longest of the growing pauses, in seconds. */
export const longestGrowingPause = longestGrowingPauseSeconds * (1 + spread);
/** Each further mail may be a duplicate in the recipient's mailbox, so these pauses are longer. */
const unansweredPauseSeconds = [15 * minute, 6 * hour];
export const longestPauseSeconds = Math.max(...unansweredPauseSeconds) * (1 + spread);

/** A delivery fails for good once the pauses between its attempts add up to seven days. */
export const giveUpSeconds = 7 * 24 * hour;
/** After this many mails of unknown outcome the owner is asked whether they arrived. */
export const mailsWithoutAnswer = 3;

/**
 * Seconds until the next attempt. Each pause is as long as all those before it, from half a minute to half an hour, so that an
 * outage of the mail server delays nothing for much longer than it lasts. Up to a fifth is added (`jitter`, 0 to 1) so that a
 * recovering server is not flooded. `retryingSeconds` are the pauses so far. `atLeast` is a pause for another reason.
 */
export function growingPause(retryingSeconds: number, jitter: number, atLeast = 0): number {
  const growing = Math.min(Math.max(retryingSeconds, firstPauseSeconds), longestGrowingPauseSeconds);
  return Math.round(Math.max(growing, atLeast) * (1 + spread * jitter));
}

/**
 * The same for a delivery, which fails for good after seven days. Only the pauses count towards that, not the
 * clock: an outage of ours must not use up anybody's attempts. `unanswered` counts the mails of unknown
 * outcome, including this one; 0 if nothing was sent. Undefined when the seven days are over.
 */
export function nextPause(
  { retryingSeconds, unanswered }: { retryingSeconds: number; unanswered: number },
  jitter: number,
): number | undefined {
  if (retryingSeconds >= giveUpSeconds) return undefined;
  return growingPause(retryingSeconds, jitter, unansweredPauseSeconds[unanswered - 1]);
}
