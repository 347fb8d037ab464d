import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { BackupError } from '../platform/backup/backup-error.ts';
import { type Config, ConfigError, readConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import { joinEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts';
import { DatabaseStartError } from '../platform/postgres/start-error.ts';
import { openDiskStorage } from '../platform/storage/disk-storage.ts';
import { openS3Storage } from '../platform/storage/s3-storage.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { type Progress, showProgress } from './progress.ts';

export interface Installation {
  config: Config;
  databaseUrl: string;
  storage: Storage;
  progress: Progress;
}

/** Runs a command on this installation, whether the product is running or not. Failures are reported in one sentence. */
export async function runCommand(work: (config: Config) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work(readConfig(process.env));
  } catch (error) {
    process.exitCode = 1;
    const isTold = [BackupError, ConfigError, DatabaseStartError].some((kind) => error instanceof kind);
    const text =
      error instanceof Error ? (isTold ? error.message : `It failed: ${error.message}`) : String(error);
    process.stderr.write(`${text}\n`);
    if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  }
}

/** Opens the database and the files, and closes them after `work`. */
export async function withInstallation<T>(
  config: Config,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  await mkdir(config.dataDir, { recursive: true });
  const { dataDir, databaseUrl } = config;
  const embedded = databaseUrl ? undefined : await joinEmbeddedPostgres({ dataDir, log: createLog('warn') });
  const storage = await openStorage(config);
  try {
    return await withProgress((progress) =>
      work({ config, databaseUrl: databaseUrl ?? embedded?.url ?? '', storage, progress }),
    );
  } finally {
    await storage.close();
    await embedded?.leave();
  }
}

export async function withProgress<T>(work: (progress: Progress) => Promise<T>): Promise<T> {
  const progress = showProgress(process.stdout);
  try {
    return await work(progress);
  } finally {
    progress.end();
  }
}

/** The options of the command line; a mistake in them is a BackupError that says how the command is used. */
export function readOptions<T extends ParseArgsOptionsConfig>(options: T, usage: string) {
  try {
    return parseArgs({ options }).values;
  } catch (cause) {
    throw new BackupError(usage, { cause });
  }
}

function openStorage({ storage, dataDir }: Config): Promise<Storage> {
  if (storage.kind === 's3') return openS3Storage({ ...storage, tempDir: join(dataDir, 'tmp') });
  return openDiskStorage({ dir: join(dataDir, 'files') });
}
