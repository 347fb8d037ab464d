/**
 * Activities that need no input: an upload, a recording, a video that is playing. While one runs, the person
 * counts as active.
 */
const running = new Set<symbol>();

/** Begins an activity; returns the function that ends it, which may be called more than once. */
export function beginActivity(): () => void {
  const activity = Symbol('activity');
  running.add(activity);
  return () => running.delete(activity);
}

export function isActivityRunning(): boolean {
  return running.size > 0;
}
