import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

// A half-written file lies in a separate folder under a random name, so that a process killed at any moment only
// leaves something that the next start removes.

/** Longer than the slowest upload, so that a file of another running process is never removed. */
const abandonedAfterHours = 24;
const hourMs = 3_600_000;

/** Creates the folder if missing and removes the files that a killed process left in it. */
export async function openTemporaryFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The file system's own clock set the times that are compared here.
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

/** A unique path in the folder. */
export function newTemporaryPath(folder: string): string {
  return join(folder, randomUUID());
}
