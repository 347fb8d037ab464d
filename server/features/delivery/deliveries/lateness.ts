/** What is handed over later than this after its instant is marked, and its owner reads of it. */
export const lateAfterSeconds = 60 * 60;

/** Whole seconds between the instant and the hand-over where that was late; undefined where it was not. */
export function secondsLate(dueAt: Date, handedOverAt: Date): number | undefined {
  const seconds = Math.floor((handedOverAt.getTime() - dueAt.getTime()) / 1000);
  return seconds > lateAfterSeconds ? seconds : undefined;
}
