import type { ByteRange } from './storage.ts';

// We make the keys, never a person: a key outside the alphabet is a bug.

const alphabet = /^[a-z0-9_.-]+(\/[a-z0-9_.-]+)*$/;
/** Stays within the longest file name of common file systems (255 bytes). */
const maxLength = 200;

/** A key such as `memories/<uuid>/original`: `[a-z0-9_.-]` in segments that do not start with a dot. */
export function isKey(text: string): boolean {
  return text.length <= maxLength && alphabet.test(text) && !/(^|\/)\./.test(text) && !text.includes('..');
}

/** Throws TypeError unless the text is a valid key. */
export function assertKey(text: string): void {
  if (!isKey(text)) throw new TypeError(`Not a storage key: ${JSON.stringify(text)}`);
}

/** Throws TypeError unless a valid key could start with the text. */
export function assertPrefix(text: string): void {
  if (!isKey(`${text}x`)) throw new TypeError(`Not a prefix of storage keys: ${JSON.stringify(text)}`);
}

/** Throws RangeError unless 0 <= start <= end, both integers. */
export function assertRange({ start, end }: ByteRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new RangeError(`Not a byte range: ${start}-${end}`);
  }
}
