import type { FileHandle } from 'node:fs/promises';
import { copyFile, open, stat, truncate } from 'node:fs/promises';

const LARGEST_BYTES = 5 * 1024 * 1024;
const TAIL_BYTES = 64 * 1024;

/**
 * Starts PostgreSQL's log afresh when it has grown large, keeping one older part beside it.
 * A running server appends to the open file, so that the file is emptied, never replaced.
 */
export async function trimServerLog(path: string, largestBytes = LARGEST_BYTES): Promise<void> {
  if ((await sizeOf(path)) <= largestBytes) return;
  await copyFile(path, `${path}.1`);
  await truncate(path);
}

/** The log opened for appending. The caller closes it. */
export function openServerLog(path: string): Promise<FileHandle> {
  return open(path, 'a', 0o600);
}

/** The length in bytes, to be given to `readServerLog` later. */
export async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** What was logged since the given length. */
export async function readServerLog(path: string, fromByte: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, fromByte);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
