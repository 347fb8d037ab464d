import { checkFilesNow, listBroken } from '../features/system/stored-files/stored-files.ts';
import type { Services } from '../platform/context.ts';
import { fileChecks } from '../wiring.ts';
import type { Progress } from './progress.ts';
import { type CheckOptions, takeFilesFrom } from './restore-backup.ts';

/** What a scrub has found. */
export interface Scrubbed {
  checked: number;
  /** Files that are still missing or damaged. */
  broken: Awaited<ReturnType<typeof listBroken>>;
  /** How many were restored from the backup. */
  taken: number;
}

/**
 * Reads every stored file to its end, and replaces those that are missing or damaged from the mirror and, if given,
 * from the backup `from`.
 */
export async function scrub(
  services: Services,
  progress: Progress,
  from?: Pick<CheckOptions, 'from' | 'passphrase'>,
): Promise<Scrubbed> {
  const report = (checked: number) => progress.report(`files: ${checked.toLocaleString('en')} read`);
  const checked = await checkFilesNow(services, fileChecks(services), report);
  const broken = await listBroken(services.db);
  if (!from || broken.length === 0) return { checked, broken, taken: 0 };
  const wanted = new Map(broken.map(({ key, sha256 }) => [key, sha256]));
  const { config, storage } = services;
  const taken = await takeFilesFrom({ config, storage, progress, ...from }, wanted);
  if (taken.length > 0) await checkFilesNow(services, fileChecks(services), report, taken);
  return { checked, broken: await listBroken(services.db), taken: taken.length };
}
