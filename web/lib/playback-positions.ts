// Where somebody stopped listening or watching. Kept in this tab only, which clears its storage when the session ends.

const prefix = 'place ';

/** In seconds; 0 if nothing is stored. */
export function readPosition(name: string): number {
  return Number(storage()?.getItem(prefix + name) ?? 0) || 0;
}

/** A position of 0 is not kept. */
export function savePosition(name: string, seconds: number): void {
  if (seconds > 0) storage()?.setItem(prefix + name, seconds.toFixed(1));
  else storage()?.removeItem(prefix + name);
}

/** Undefined if the browser blocks storage, where merely reading the property throws. */
function storage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}
