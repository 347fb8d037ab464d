import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

async function readSecret(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.trim().length >= 32 ? text.trim() : undefined;
}
