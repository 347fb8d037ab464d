import { join } from 'node:path';
import { refuseOtherSecrets } from '../features/system/installation/installation.ts';
import { filesOf } from '../features/system/stored-files/stored-files.ts';
import { textOfSecret } from '../platform/app-secret.ts';
import {
  backupName,
  databasePrefix,
  type End,
  endName,
  manifestName,
  numbered,
  secretName,
} from '../platform/backup/archive-format.ts';
import { type ArchiveWriter, openArchiveWriter } from '../platform/backup/archive-writer.ts';
import { openBackupPlace } from '../platform/backup/backup-place.ts';
import { type DatabaseSnapshot, openSnapshot } from '../platform/backup/database-snapshot.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { AppSecret } from '../platform/sealed.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { storedFileKinds } from '../wiring.ts';
import { addFiles } from './add-files.ts';
import { findInstallationAt } from './installation.ts';
import type { Progress } from './progress.ts';

export interface BackupOptions {
  config: Pick<Config, 'backup' | 'dataDir'>;
  databaseUrl: string;
  storage: Storage;
  appSecret: AppSecret;
  passphrase: string;
  /** A folder, or `s3://bucket/prefix`. */
  to: string;
  clock: Clock;
  progress: Progress;
  /** The work factor of scrypt; tests lower it. */
  workFactor?: number;
}

/** Where the backup is, and what it holds. */
export interface MadeBackup extends End {
  address: string;
}

/**
 * Saves the database as of one instant, every stored file that it refers to, and the secret. The backup appears at
 * its address complete or not at all. Stored files that are missing, damaged or cannot be read are named in `faults`;
 * all others are saved. Throws ConfigError if the secret is not that of the installation.
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { clock, progress, databaseUrl: url, to, passphrase, config } = options;
  const place = await openBackupPlace(to, { s3: config.backup.s3, tempDir: tempDirOf(options) });
  const archive = await openArchiveWriter(passphrase, options);
  const snapshot = await openSnapshot({
    url,
    storedFiles: filesOf(storedFileKinds),
    now: clock.now(),
    onWait: () => progress.say('Waiting for another backup, or for an erasure of files, to end.'),
    onLost: archive.fail,
  });
  try {
    const writing = place.write(
      backupName(clock.now(), archive.headerMark),
      archive.stream,
      snapshot.expectedBytes,
    );
    const filling = fill(archive, snapshot, options).catch((error: Error) => {
      archive.fail(error);
      throw error;
    });
    // If filling fails, writing fails with the same error; if writing fails, filling merely stops.
    const [written, filled] = await Promise.allSettled([writing, filling]);
    if (written.status === 'rejected') throw written.reason;
    if (filled.status === 'rejected') throw filled.reason;
    return { address: written.value, ...filled.value };
  } finally {
    await snapshot.close();
    await place.close();
  }
}

const tempDirOf = ({ config }: BackupOptions) => join(config.dataDir, 'tmp');

async function fill(
  archive: ArchiveWriter,
  snapshot: DatabaseSnapshot,
  options: BackupOptions,
): Promise<End> {
  const owner = await findInstallationAt(options.databaseUrl);
  if (owner) refuseOtherSecrets(owner, options.appSecret);
  const manifest = { ...snapshot.manifest, ...(owner && { installation: owner.id }) };
  await archive.addText(manifestName, JSON.stringify(manifest, undefined, 2));
  await archive.addText(secretName, textOfSecret(options.appSecret));
  const rows = await addTables(archive, snapshot, options.progress);
  const source = { ...options, tempDir: tempDirOf(options) };
  const end = { rows, ...(await addFiles(archive, snapshot.files(), manifest.files, source)) };
  await archive.addText(endName, JSON.stringify(end, undefined, 2));
  await archive.end();
  return end;
}

async function addTables(
  archive: ArchiveWriter,
  { manifest, rows }: DatabaseSnapshot,
  progress: Progress,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of manifest.tables) {
    progress.report(`database: ${table.name}`);
    let number = 0;
    counts[table.name] = await rows(table, (piece) => {
      number += 1;
      return archive.add(`${databasePrefix}${table.name}/${numbered(number)}.copy`, piece.length, [piece]);
    });
  }
  return counts;
}
