/** A delivery sent later than this after its due time is recorded as late, and its owner is told so. */
export const lateAfterSeconds = 60 * 60;

/** Whole seconds between due time and sending; undefined if that was not late. */
export function secondsLate(dueAt: Date, sentAt: Date): number | undefined {
  const seconds = Math.floor((sentAt.getTime() - dueAt.getTime()) / 1000);
  return seconds > lateAfterSeconds ? seconds : undefined;
}
