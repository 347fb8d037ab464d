import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { refuseUnfinishedRestore } from './backup/unfinished-restore.ts';
import { ConfigError } from './config.ts';
import { connectMilliseconds, type Queryable } from './database.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
const journalPath = 'meta/_journal.json';

const oldestMajorVersion = 15;

/** Read when the process starts: an upgrade replaces the file while the old program still runs. */
const known = new Set(readJournal().entries.map(({ when }) => when));

/** An arbitrary number that no other advisory lock of the product uses. */
export const migrationLock = 7_104_201;

interface MigrationOptions {
  /** The instant that identifies the last migration to run; without it all run. */
  upTo?: number;
  /** Only the restore itself works on a database that is being restored. */
  whileRestoring?: boolean;
}

/**
 * Brings the schema at `url` up to date: all pending migrations in one transaction, under a lock, so that several
 * processes may start at once and a crash leaves either the old schema or the new one. Throws OperatorError if the
 * restore of a backup into the database has not ended, and ConfigError if a newer version has migrated it.
 */
export async function migrateDatabase(
  url: string,
  { upTo, whileRestoring = false }: MigrationOptions = {},
): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: 'long-after migrations',
    connectionTimeoutMillis: connectMilliseconds(url),
  });
  // If the connection breaks, the statement in progress fails; without a listener this error would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await assertSuitable(client);
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    if (!whileRestoring) await refuseUnfinishedRestore(client);
    await refuseNewer(client);
    const run = (folder: string) => migrate(drizzle(client), { migrationsFolder: folder });
    await (upTo === undefined ? run(migrationsFolder) : withMigrationsUpTo(upTo, run));
  } finally {
    await client.end();
  }
}

/**
 * The search for people needs Unicode normalization, which PostgreSQL has only in UTF-8, and trigrams. Addresses and names are compared
 * in lower case, here and by PostgreSQL. Turkish has another, and the locale C only that of English letters.
 */
async function assertSuitable(client: Client): Promise<void> {
  const { rows } = await client.query<Suitability>(`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      current_setting('datestyle') as "dateStyle", current_setting('default_transaction_isolation') as isolation,
      exists (select from pg_available_extensions where name = 'pg_trgm') as "hasTrigrams",
      exists (select from pg_extension where extname = 'pg_trgm')
        or has_database_privilege(current_database(), 'create') as "mayUseTrigrams"`);
  const { version = '', encoding = '', dateStyle = '', isolation } = rows[0] ?? {};
  const { hasTrigrams = false, mayUseTrigrams = false } = rows[0] ?? {};
  const faults = [
    Number.parseInt(version, 10) < oldestMajorVersion &&
      `DATABASE_URL: PostgreSQL ${oldestMajorVersion} or newer is needed, and this is ${version}.`,
    encoding !== 'UTF8' && `DATABASE_URL: The database must be in UTF8, and this one is in ${encoding}.`,
    encoding === 'UTF8' &&
      (await isNewWithOtherLowerCase(client)) &&
      "DATABASE_URL: The lower case of the database must be that of most languages. Create it again in another locale, neither C nor Turkish, such as: create database … locale 'en_US.UTF-8' template template0.",
    !dateStyle.startsWith('ISO') &&
      `DATABASE_URL: The database or its role sets DateStyle to “${dateStyle}”; it must be “ISO, DMY” or another with ISO.`,
    isolation !== 'read committed' &&
      `DATABASE_URL: The database or its role sets default_transaction_isolation to “${isolation}”; it must be “read committed”.`,
    !hasTrigrams &&
      'DATABASE_URL: The server lacks the extension pg_trgm. On Debian and Ubuntu it is in the package postgresql-contrib.',
    hasTrigrams &&
      !mayUseTrigrams &&
      'DATABASE_URL: The role may not create the extension pg_trgm. Let the owner of the database run “create extension pg_trgm” once.',
  ].filter((fault) => fault !== false);
  if (faults.length > 0) throw new ConfigError(faults);
}

/** A database that was accepted by an earlier version is not refused any more. */
async function isNewWithOtherLowerCase(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ isOther: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is null and lower('IÉ') <> 'ié' as "isOther"`,
  );
  return rows[0]?.isOther ?? false;
}

interface Suitability {
  version: string;
  encoding: string;
  dateStyle: string;
  isolation: string;
  hasTrigrams: boolean;
  mayUseTrigrams: boolean;
}

/** Whether this version has the migration with this instant. */
export function knowsMigration(instant: number): boolean {
  return known.has(instant);
}

/** Why this program cannot work on a database that a newer one has migrated since; undefined if it can. */
export async function findNewerSchema(db: Pick<Queryable, 'execute'>): Promise<string | undefined> {
  const { rows } = await db.execute<{ newest: string | null }>(
    sql`select max(created_at)::text as newest from drizzle.__drizzle_migrations`,
  );
  const newest = rows[0]?.newest;
  if (!newest || knowsMigration(Number(newest))) return undefined;
  return 'The database belongs to a newer version of Long After than this one: start that version, or a newer one';
}

async function refuseNewer(client: Client): Promise<void> {
  const { rows } = await client.query<{ isNew: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is null as "isNew"`,
  );
  const fault = rows[0]?.isNew ? undefined : await findNewerSchema(drizzle(client));
  if (fault) throw new ConfigError([`DATABASE_URL: ${fault}.`]);
}

interface Journal {
  entries: { when: number }[];
}

function readJournal(): Journal {
  return JSON.parse(readFileSync(join(migrationsFolder, journalPath), 'utf8')) as Journal;
}

/** Drizzle runs all migrations in a folder, so it gets a copy that ends earlier. */
async function withMigrationsUpTo(upTo: number, run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'long-after-migrations-'));
  try {
    await cp(migrationsFolder, folder, { recursive: true });
    const journal = readJournal();
    const entries = journal.entries.filter(({ when }) => when <= upTo);
    await writeFile(join(folder, journalPath), JSON.stringify({ ...journal, entries }));
    await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
