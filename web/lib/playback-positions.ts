// Where somebody stopped listening or watching: for this tab only, which forgets it with all it knows when the session ends.

const prefix = 'place ';

/** In seconds; 0 where nothing is kept. */
export function readPosition(name: string): number {
  return Number(storage()?.getItem(prefix + name) ?? 0) || 0;
}

/** A place of 0 is forgotten. */
export function savePosition(name: string, seconds: number): void {
  if (seconds > 0) storage()?.setItem(prefix + name, seconds.toFixed(1));
  else storage()?.removeItem(prefix + name);
}

/** Undefined where the browser blocks storage: merely reading the property throws there. */
function storage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}
