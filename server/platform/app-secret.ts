import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from './errors.ts';
import type { Random } from './random.ts';
import type { AppSecret } from './sealed.ts';
import { writeWholeFile } from './whole-file.ts';

/** The form in which it is stored in a file and in backups: `current`, then `links` and `previous` if they differ from it, a line each. */
export function textOfSecret({ current, previous, links }: AppSecret): string {
  return links === current && previous.length === 0 ? current : [current, links, ...previous].join('\n');
}

function secretOfText(text: string): AppSecret {
  const [current = '', links = current, ...previous] = text.split('\n');
  return { current, links, previous };
}

/**
 * Returns the secret of this installation, creating it in `dataDir` (mode 0600) on first use. Processes that
 * start at the same moment get the same secret.
 */
export async function loadOrCreateAppSecret(dataDir: string, random: Random): Promise<AppSecret> {
  const path = join(dataDir, 'app-secret');
  const existing = await readSecret(path);
  if (existing) return secretOfText(existing);
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
  return secretOfText(secret);
}

/**
 * Returns what makes the secret of a backup the secret of this installation. If APP_SECRET is set and does not open
 * everything in the backup, stores the backup's secret in a file that only its owner can read, and throws an
 * OperatorError that says what to do.
 */
export async function acceptAppSecret(
  { appSecret, dataDir }: { appSecret: AppSecret | undefined; dataDir: string },
  text: string,
): Promise<() => Promise<void>> {
  if (!appSecret) return () => writeWholeFile(join(dataDir, 'app-secret'), text, 0o600);
  const ofBackup = secretOfText(text);
  const known = [appSecret.current, ...appSecret.previous];
  const opensAll = [ofBackup.current, ...ofBackup.previous].every((secret) => known.includes(secret));
  if (opensAll && appSecret.links === ofBackup.links) return async () => undefined;
  const path = join(dataDir, 'app-secret-of-backup');
  await writeWholeFile(path, text, 0o600);
  throw new OperatorError(
    `The backup belongs to another APP_SECRET, which is now in ${path}. Set APP_SECRET to it, then restore again. If it has more lines: the second is LINK_SECRET, the others are APP_SECRET_PREVIOUS.`,
  );
}

async function readSecret(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.trim().length >= 32 ? text.trim() : undefined;
}
