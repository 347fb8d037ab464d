import { copyFile, type FileHandle, open, stat, truncate } from 'node:fs/promises';

const LARGEST_BYTES = 5 * 1024 * 1024;
const TAIL_BYTES = 64 * 1024;

/**
 * Rotates PostgreSQL's log when it has grown large, keeping one older part next to it. A running server appends to
 * the open file, so the file is truncated, never replaced.
 */
export async function trimServerLog(path: string, largestBytes = LARGEST_BYTES): Promise<void> {
  if ((await sizeOf(path)) <= largestBytes) return;
  await copyFile(path, `${path}.1`);
  await truncate(path);
}

/** Opens the log for appending. The caller closes it. */
export function openServerLog(path: string): Promise<FileHandle> {
  return open(path, 'a', 0o600);
}

/** The log's length in bytes, to be passed to `readServerLog` later. */
export async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** What was logged since the log had the given length. */
export async function readServerLog(path: string, fromByte: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, fromByte);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

interface LogMethod {
  (message: string): void;
  (details: object, message: string): void;
}

/** The part of a logger that this folder needs; a pino logger fits. */
export interface PlatformLog {
  info: LogMethod;
  warn: LogMethod;
  error: LogMethod;
}
