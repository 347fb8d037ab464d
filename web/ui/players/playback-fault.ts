/** The browser does not know the format, or the file does not arrive. */
export type PlaybackFault = 'unplayable' | 'unreachable';

/** A file that somebody has just chosen or recorded, whose beginning costs nothing to read. */
export function isOnDevice(src: string): boolean {
  return src.startsWith('blob:');
}

/** Nothing is fetched before the person presses play. */
export function preloadOf(src: string): 'metadata' | 'none' {
  return isOnDevice(src) ? 'metadata' : 'none';
}

/** Why a media element could not play `src`, which the element itself does not say. */
export async function findFault(src: string): Promise<PlaybackFault> {
  if (isOnDevice(src)) return 'unplayable';
  try {
    const answer = await fetch(src, { headers: { range: 'bytes=0-0' }, credentials: 'same-origin' });
    await answer.body?.cancel();
    return answer.ok ? 'unplayable' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}
