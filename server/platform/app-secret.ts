import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './backup/backup-error.ts';
import { writeWholeFile } from './postgres/whole-file.ts';
import type { Random } from './random.ts';

/**
 * Returns the secret from which links are derived, creating it in `dataDir` (mode 0600) on first use. Processes that
 * start at the same moment get the same secret.
 */
export async function loadOrCreateAppSecret(dataDir: string, random: Random): Promise<string> {
  const path = join(dataDir, 'app-secret');
  const existing = await readSecret(path);
  if (existing) return existing;
  const draft = `${path}.${random.token(6)}`;
  await writeFile(draft, random.token(32), { mode: 0o600, flush: true });
  try {
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
      await rename(draft, path);
    }
  }
  await unlink(draft).catch(() => {});
  const secret = await readSecret(path);
  if (!secret) throw new Error(`The secret in ${path} cannot be read.`);
  return secret;
}

/**
 * Makes the secret of a backup the one of this installation. Where APP_SECRET is set to another, stores it in a file
 * that only its owner can read, and throws a BackupError that says what to do.
 */
export async function acceptAppSecret(
  { appSecret, dataDir }: { appSecret: string | undefined; dataDir: string },
  secret: string,
): Promise<void> {
  if (appSecret === secret) return;
  if (!appSecret) return await writeWholeFile(join(dataDir, 'app-secret'), secret, 0o600);
  const path = join(dataDir, 'app-secret-of-backup');
  await writeWholeFile(path, secret, 0o600);
  throw new BackupError(
    `The backup belongs to another APP_SECRET, which is now in ${path}. Set APP_SECRET to it, then restore again.`,
  );
}

async function readSecret(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.trim().length >= 32 ? text.trim() : undefined;
}
