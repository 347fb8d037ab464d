import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

// A file that is half written lives in a folder of its own under a name nobody looks for, so that a process
// killed at any moment leaves only something that the next start may sweep away.

/** Longer than the slowest upload takes, so that the file of another running process is never swept. */
const abandonedAfterHours = 24;
const hourMs = 3_600_000;

/** Makes the folder where it is missing and removes the files that a killed process left in it. */
export async function openTemporaryFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The file system's own clock wrote the times that are compared here.
  const abandonedBefore = Date.now() - abandonedAfterHours * hourMs;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const modifiedMs = await stat(path).then(
      (found) => found.mtimeMs,
      () => Number.POSITIVE_INFINITY,
    );
    if (modifiedMs < abandonedBefore) await rm(path, { force: true });
  }
}

/** A path in the folder that no other file has. */
export function newTemporaryPath(folder: string): string {
  return join(folder, randomUUID());
}
