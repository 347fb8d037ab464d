/** The browser knows no such format, or the file does not come. */
export type PlaybackFault = 'unplayable' | 'unreachable';

/** Why a media element could not play what is at `src`: it does not say itself. */
export async function findFault(src: string): Promise<PlaybackFault> {
  // A file of this device is there.
  if (src.startsWith('blob:')) return 'unplayable';
  try {
    const answer = await fetch(src, { headers: { range: 'bytes=0-0' }, credentials: 'same-origin' });
    await answer.body?.cancel();
    return answer.ok ? 'unplayable' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}
