import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../../server/platform/database.ts';
import { cloneDatabase, copyDatabase, createEmptyDatabase } from '../../database.ts';

/** What the processes of one fault test share: a database, a data folder and a secret. */
export interface Place {
  dataDir: string;
  databaseUrl: string;
  /** Our own connection to the database, next to the processes. */
  db: Database;
  /** The settings that every process of this place is started with. */
  env: Record<string, string>;
}

export const faultSecret = 'a secret for fault tests that is long enough';

/** A place for this test alone; removed when it ends. */
export async function makePlace(env: Record<string, string> = {}): Promise<Place> {
  const { url, drop } = await cloneDatabase();
  onTestFinished(drop);
  return await openPlace(url, env);
}

/** A place with an existing database, and its own data folder. */
export async function openPlace(url: string, env: Record<string, string> = {}): Promise<Place> {
  const dataDir = await makeDataDir();
  const { db, close } = openDatabase({ url, log: pino({ level: 'silent' }), name: 'fault test' });
  onTestFinished(close);
  return {
    dataDir,
    databaseUrl: url,
    db,
    env: { DATABASE_URL: url, DATA_DIR: dataDir, APP_SECRET: faultSecret, RATE_LIMITS: 'off', ...env },
  };
}

/** The URL of a copy of the place's database, as if restored from a backup made at this moment. */
export async function copyOf({ databaseUrl }: Place): Promise<string> {
  const { url, drop } = await copyDatabase(databaseUrl);
  onTestFinished(drop);
  return url;
}

/** The URL of an empty database, as an operator creates it for a first start. */
export async function makeEmptyDatabase(): Promise<string> {
  const { url, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  return url;
}

/** A data folder for this test alone. */
export async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'long-after-fault-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  return dataDir;
}

/** Settings with which a process sends its mail to `url`. */
export function mailThrough(url: string): Record<string, string> {
  const MAIL_FROM = 'Long After <letters@long-after.example>';
  return { PUBLIC_URL: 'http://localhost:3000', SMTP_URL: url, MAIL_FROM };
}
