import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { holdAfterRestore } from '../features/delivery/deliveries/holds/holds.ts';
import {
  databasePrefix,
  End,
  endName,
  filesPrefix,
  Manifest,
  manifestName,
  secretName,
} from '../platform/backup/archive-format.ts';
import { type ArchiveReader, damagedBackup, openArchiveReader } from '../platform/backup/archive-reader.ts';
import { openStoredBackup, type StoredBackup } from '../platform/backup/backup-place.ts';
import { type DatabaseTarget, openTarget, refuseNewerSchema } from '../platform/backup/database-load.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { inTransaction, openDatabase } from '../platform/database.ts';
import { OperatorError } from '../platform/errors.ts';
import { createLog } from '../platform/log.ts';
import { FileDamagedError, type HashedFile, readCompared } from '../platform/storage/file-faults.ts';
import { isKey } from '../platform/storage/key.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { Progress } from './progress.ts';
import { copiesToRename, idAfterRestore, nameRestored } from './whose-store.ts';

export interface CheckOptions {
  config: Pick<Config, 'backup' | 'dataDir'>;
  passphrase: string;
  /** The path of a backup, or `s3://bucket/key`. */
  from: string;
  progress: Progress;
}

export interface RestoreOptions extends CheckOptions {
  databaseUrl: string;
  storage: Storage;
  /** The bucket of the mirror, if there is one. Files are copied to it once the product has started. */
  copies: Storage | undefined;
  /** Restores over a database that holds accounts. */
  replace: boolean;
  /** Throws OperatorError if this installation cannot have the secret of the backup; what it returns makes it have it. */
  acceptSecret(secret: string): Promise<() => Promise<void>>;
  clock: Clock;
}

/**
 * Restores a backup: the secret, the database, the files. Afterwards all deliveries are held until a person releases
 * them. While it runs the product refuses to start on the database, and an interrupted restore has to be run again.
 * Throws OperatorError, before changing anything, if the target is in use or the backup cannot be opened.
 */
export async function restoreBackup(options: RestoreOptions): Promise<End> {
  const stored = await openBackup(options);
  const target = await openTarget(options.databaseUrl);
  try {
    await target.refuseWhileInUse();
    const holdsAccounts = !(await target.isUnfinished()) && (await target.hasRows('users'));
    if (holdsAccounts && !options.replace)
      throw new OperatorError(
        'This database holds accounts. Add --replace to delete everything in it and put the backup in its place.',
      );
    // Nothing is deleted for the sake of a backup that turns out to be damaged.
    if (holdsAccounts) await readThrough(stored, options);
    return await restoreFrom(stored, target, options);
  } finally {
    await target.close();
    await stored.close();
  }
}

/** Reads a backup to its end and restores nothing. Throws OperatorError unless it is whole. */
export async function checkBackup(options: CheckOptions): Promise<End> {
  const stored = await openBackup(options);
  try {
    return await readThrough(stored, options);
  } finally {
    await stored.close();
  }
}

/**
 * Replaces stored files with their copies from a backup, by key; skips a copy that is not what was saved.
 * Returns the keys that were replaced. Throws OperatorError if the backup cannot be read.
 */
export async function takeFilesFrom(
  options: CheckOptions & { storage: Storage },
  wanted: ReadonlyMap<string, string | null>,
): Promise<string[]> {
  const stored = await openBackup(options);
  const archive = openArchiveReader(stored, options.passphrase);
  const taken: string[] = [];
  try {
    const counting = options.progress.files((await takeManifest(archive)).files);
    await archive.take(secretName);
    for await (const _table of archive.section(databasePrefix)) options.progress.report('database');
    let files = 0;
    for await (const { name, sizeBytes, bytes } of archive.section(filesPrefix)) {
      const key = name.slice(filesPrefix.length);
      files += 1;
      if (!wanted.has(key)) continue;
      if (await putIfWhole(options.storage, { key, sha256: wanted.get(key) }, sizeBytes, counting(bytes)))
        taken.push(key);
    }
    await takeEnd(archive, { files });
    return taken;
  } finally {
    await archive.close();
    await stored.close();
  }
}

async function putIfWhole(
  storage: Storage,
  file: HashedFile,
  maxBytes: number,
  bytes: AsyncIterable<Buffer>,
): Promise<boolean> {
  const whole = readCompared(bytes, file, () => {
    throw new FileDamagedError(file.key);
  });
  try {
    await storage.put(file.key, Readable.from(whole, { objectMode: false }), { maxBytes });
    return true;
  } catch (error) {
    if (error instanceof FileDamagedError) return false;
    throw error;
  }
}

function openBackup({ from, config }: CheckOptions): Promise<StoredBackup> {
  return openStoredBackup(from, { s3: config.backup.s3, tempDir: join(config.dataDir, 'tmp') });
}

async function readThrough(stored: StoredBackup, { passphrase, progress }: CheckOptions): Promise<End> {
  progress.say('Reading the whole backup, to make sure that nothing is missing or changed.');
  const archive = openArchiveReader(stored, passphrase);
  try {
    const manifest = await takeManifest(archive);
    await archive.take(secretName);
    for await (const _table of archive.section(databasePrefix)) progress.report('database');
    const counting = progress.files(manifest.files);
    let files = 0;
    for await (const { bytes } of archive.section(filesPrefix)) {
      for await (const _piece of counting(bytes));
      files += 1;
    }
    return await takeEnd(archive, { files });
  } finally {
    await archive.close();
  }
}

async function restoreFrom(
  stored: StoredBackup,
  target: DatabaseTarget,
  options: RestoreOptions,
): Promise<End> {
  const archive = openArchiveReader(stored, options.passphrase);
  try {
    const manifest = await takeManifest(archive);
    const id = await idAfterRestore(manifest, target, options.storage);
    const copies = await copiesToRename(target, options);
    const takeSecret = await options.acceptSecret(await archive.take(secretName));
    await target.begin();
    // Only now: the database that was there until then needs the secret that was.
    await takeSecret();
    const rows = await target.load(manifest, ({ name }) => {
      options.progress.report(`database: ${name}`);
      return bytesOf(archive, `${databasePrefix}${name}/`);
    });
    const files = await restoreFiles(archive, manifest, options);
    const end = await takeEnd(archive, { rows, files });
    await target.migrate();
    await settle({ ...options, copies }, manifest, id);
    await target.end();
    return end;
  } finally {
    await archive.close();
  }
}

/**
 * Gives the installation its id, and holds all deliveries: whatever was sent after the backup is due again in the restored
 * database, so a person has to look at it first.
 */
async function settle(
  { databaseUrl: url, clock, ...stores }: RestoreOptions,
  { createdAt }: Manifest,
  id: string | undefined,
): Promise<void> {
  const { db, close } = openDatabase({ url, log: createLog('warn'), maxConnections: 1 });
  try {
    const message = `The database was restored from the backup of ${createdAt}. See "After a restore" in docs/operations.md, then release.`;
    await inTransaction(db, async (tx) => {
      await holdAfterRestore(tx, { clock }, message);
      await nameRestored(tx, stores, id);
    });
  } finally {
    await close();
  }
}

async function takeManifest(archive: ArchiveReader): Promise<Manifest> {
  const manifest = parsed(Manifest, manifestName, await archive.take(manifestName));
  refuseNewerSchema(manifest);
  return manifest;
}

function parsed<Part>(schema: z.ZodType<Part>, name: string, text: string): Part {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw damagedBackup(`its ${name} cannot be read`, { cause });
  }
}

async function* bytesOf(archive: ArchiveReader, prefix: string): AsyncGenerator<Buffer> {
  for await (const { bytes } of archive.section(prefix)) yield* bytes;
}

async function restoreFiles(
  archive: ArchiveReader,
  manifest: Manifest,
  { storage, progress }: RestoreOptions,
): Promise<number> {
  const counting = progress.files(manifest.files);
  let files = 0;
  for await (const { name, sizeBytes, bytes } of archive.section(filesPrefix)) {
    const source = Readable.from(counting(bytes), { objectMode: false });
    const key = name.slice(filesPrefix.length);
    if (!isKey(key)) throw damagedBackup(`no file of ours is called ${key}`);
    await storage.put(key, source, { maxBytes: sizeBytes });
    files += 1;
  }
  return files;
}

/** Compares what was read with the totals at the end of the backup. */
async function takeEnd(
  archive: ArchiveReader,
  { rows, files }: { rows?: Record<string, number>; files: number },
): Promise<End> {
  const end = parsed(End, endName, await archive.take(endName));
  await archive.finish();
  const isSame =
    files === end.files &&
    (!rows || Object.entries(end.rows).every(([table, count]) => rows[table] === count));
  if (!isSame) throw damagedBackup('it does not hold as many rows or files as it says');
  return end;
}
