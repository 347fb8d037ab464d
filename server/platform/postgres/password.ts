import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readIfExists, writeWholeFile } from '../whole-file.ts';
import { DatabaseStartError } from './start-error.ts';

/** The database's password, stored in `folder` readable by this account only; created if there is no cluster yet. */
export async function readOrMakePassword(folder: string, clusterExists: boolean): Promise<string> {
  const path = join(folder, 'password');
  const kept = (await readIfExists(path))?.trim();
  if (kept) return kept;
  if (clusterExists) {
    throw new DatabaseStartError(
      `The database cannot be opened without its password, and ${path} is missing. Put it back from a backup.`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  await writeWholeFile(path, `${password}\n`, 0o600);
  return password;
}
