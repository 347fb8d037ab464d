import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { makeBackup } from '../server/backup/make-backup.ts';
import type { Progress } from '../server/backup/progress.ts';
import { restoreBackup } from '../server/backup/restore-backup.ts';
import {
  databasePrefix,
  End,
  endName,
  filesPrefix,
  manifestName,
  secretName,
} from '../server/platform/backup/archive-format.ts';
import { openArchiveReader } from '../server/platform/backup/archive-reader.ts';
import { openArchiveWriter } from '../server/platform/backup/archive-writer.ts';
import { systemClock } from '../server/platform/clock.ts';
import type { Config } from '../server/platform/config.ts';
import { openDiskStorage } from '../server/platform/storage/disk-storage.ts';
import type { Storage } from '../server/platform/storage/storage.ts';
import type { TestApp } from './app.ts';
import { createEmptyDatabase } from './database.ts';

export const passphrase = 'correct horse battery staple';
/** scrypt's work factor: the usual one takes two seconds. */
const workFactor = 10;

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'long-after-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Prints nothing; `onFile` is awaited before the bytes of each file. */
export function quietProgress(onFile: () => Promise<unknown> = async () => undefined): Progress {
  return {
    say: () => undefined,
    report: () => undefined,
    files: () =>
      async function* (bytes) {
        await onFile();
        yield* bytes;
      },
    end: () => undefined,
  };
}

export async function backUp(
  { services, databaseUrl }: Pick<TestApp, 'services' | 'databaseUrl'>,
  options: { to?: string; onFile?: () => Promise<unknown>; config?: Config } = {},
) {
  const { storage, appSecret } = services;
  return await makeBackup({
    config: options.config ?? services.config,
    databaseUrl,
    storage,
    appSecret,
    passphrase,
    to: options.to ?? (await makeFolder()),
    clock: systemClock,
    progress: quietProgress(options.onFile),
    workFactor,
  });
}

/** An empty installation. */
export interface EmptyInstallation {
  databaseUrl: string;
  dataDir: string;
  storage: Storage;
  copies?: Storage;
  /** The secret that came with a restore. */
  secret?: string;
}

export async function makeEmptyInstallation(): Promise<EmptyInstallation> {
  const { url, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  const dataDir = await makeFolder();
  return { databaseUrl: url, dataDir, storage: await openDiskStorage({ dir: join(dataDir, 'files') }) };
}

export async function restoreInto(
  target: EmptyInstallation,
  options: {
    from: string;
    replace?: boolean;
    passphrase?: string;
    config?: Pick<Config, 'backup'>;
    /** Called just before anything is changed. */
    onSecret?: () => Promise<unknown>;
  },
) {
  return await restoreBackup({
    config: {
      backup: { passphrase: undefined, s3: { region: 'none' } },
      ...options.config,
      dataDir: target.dataDir,
    },
    databaseUrl: target.databaseUrl,
    storage: target.storage,
    copies: target.copies,
    passphrase: options.passphrase ?? passphrase,
    from: options.from,
    replace: options.replace ?? false,
    acceptSecret: async (secret) => {
      await options.onSecret?.();
      return async () => {
        target.secret = secret;
      };
    },
    clock: systemClock,
    progress: quietProgress(),
  });
}

/** Changes what the end of a backup says; everything in it stays valid, including its checksums. */
export async function rewriteEnd(address: string, change: (end: End) => End): Promise<void> {
  const whole = await readFile(address);
  const stored = { read: () => Readable.from([whole]), headerMark: undefined };
  const archive = openArchiveReader(stored, passphrase);
  const writer = await openArchiveWriter(passphrase, { workFactor });
  const written = buffer(writer.stream);
  for (const name of [manifestName, secretName]) await writer.addText(name, await archive.take(name));
  for (const prefix of [databasePrefix, filesPrefix]) {
    for await (const { name, sizeBytes, bytes } of archive.section(prefix))
      await writer.add(name, sizeBytes, bytes);
  }
  await writer.addText(endName, JSON.stringify(change(End.parse(JSON.parse(await archive.take(endName))))));
  await archive.close();
  await writer.end();
  await writeFile(address, await written);
}

export async function queryIn<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** A digest of all rows of each of the product's tables, except for the hold on deliveries that a restore adds. */
export async function contentsOf(url: string): Promise<Record<string, string>> {
  const tables = await queryIn<{ name: string }>(
    url,
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const contents: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await queryIn<{ digest: string }>(
      url,
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n' order by t::text)), '') as digest from "${name}" t
       where not (to_jsonb(t) @> '{"reason": "restored"}' or to_jsonb(t) @> '{"action": "deliveries.held"}')`,
    );
    contents[name] = row?.digest ?? '';
  }
  return contents;
}
