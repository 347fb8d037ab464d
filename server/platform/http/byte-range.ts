import type { ByteRange } from '../storage/storage.ts';

// RFC 9110, section 14: a single range of bytes. As the RFC allows, several ranges or a malformed header get the
// whole file.

const single = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i;

/** The part of a file of `sizeBytes` that a `Range` header asks for; `unsatisfiable` if it starts past the end. */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first, last] = single.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
  if (first === '') return lastBytes(Number(last), sizeBytes);
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start < sizeBytes ? { start, end } : 'unsatisfiable';
}

function lastBytes(count: number, sizeBytes: number): ByteRange | 'unsatisfiable' {
  if (count === 0 || sizeBytes === 0) return 'unsatisfiable';
  return { start: Math.max(0, sizeBytes - count), end: sizeBytes - 1 };
}
