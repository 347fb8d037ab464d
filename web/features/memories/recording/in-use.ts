/**
 * Which recordings are being made or looked at: those are not "left behind". Other tabs are told by a lock, which the
 * browser opens by itself when a tab crashes.
 */
const prefix = 'recording:';
/** How often this tab uses one: it knows so at once, before its locks are closed or open. */
const usesHere = new Map<string, number>();

/** Marks a recording as in use until what is answered is called. */
export function holdRecording(recordingId: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isReleased = false;
  count(recordingId, 1);
  void navigator.locks.request(prefix + recordingId, { mode: 'shared' }, () => promise);
  return () => {
    if (isReleased) return;
    isReleased = true;
    count(recordingId, -1);
    resolve();
  };
}

function count(recordingId: string, change: number): void {
  usesHere.set(recordingId, (usesHere.get(recordingId) ?? 0) + change);
}

/** Answers whether a recording is in use, in any tab. */
export async function findUse(): Promise<(recordingId: string) => boolean> {
  const { held = [] } = await navigator.locks.query();
  const locked = new Set(held.map((lock) => lock.name));
  return (recordingId) => {
    const uses = usesHere.get(recordingId);
    return uses === undefined ? locked.has(prefix + recordingId) : uses > 0;
  };
}
