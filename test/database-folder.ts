import { statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';

const inMemory = '/dev/shm';
/** Several times what the databases of a run take at once. */
const enoughBytes = 4 * 1024 ** 3;

/**
 * Where the databases of a test run or a simulation are: in memory, if there is enough of it. A database is hundreds of files, and a disk
 * without a journal spends more and more time on each new file when thousands were deleted in the last minutes.
 */
export async function databaseFolder(): Promise<string> {
  const room = await statfs(inMemory).catch(() => undefined);
  const free = room ? Math.min(room.bavail * room.bsize, freemem()) : 0;
  return free >= enoughBytes ? inMemory : tmpdir();
}
