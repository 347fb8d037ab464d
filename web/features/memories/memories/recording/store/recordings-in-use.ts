/**
 * Recordings that are being made or reviewed in some tab, and so are not offered as unsent. The other tabs see a lock,
 * which the browser releases by itself when a tab crashes.
 */
const lockPrefix = 'recording:';
/** The number of uses in this tab, which are known at once, while locks are granted and released later. */
const usesHere = new Map<string, number>();

/** Marks a recording as in use until the returned function is called. */
export function markRecordingInUse(recordingId: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isReleased = false;
  addUses(recordingId, 1);
  void navigator.locks.request(lockPrefix + recordingId, { mode: 'shared' }, () => promise);
  return () => {
    if (isReleased) return;
    isReleased = true;
    addUses(recordingId, -1);
    resolve();
  };
}

function addUses(recordingId: string, change: number): void {
  usesHere.set(recordingId, (usesHere.get(recordingId) ?? 0) + change);
}

/** Resolves with a function that tells whether a recording is in use in any tab. */
export async function findRecordingsInUse(): Promise<(recordingId: string) => boolean> {
  const { held = [] } = await navigator.locks.query();
  const locked = new Set(held.map((lock) => lock.name));
  return (recordingId) => {
    const uses = usesHere.get(recordingId);
    return uses === undefined ? locked.has(lockPrefix + recordingId) : uses > 0;
  };
}
