import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { ConfigError } from './config.ts';
import { connectMilliseconds } from './database.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

const oldestMajorVersion = 15;

/** An arbitrary number that no other advisory lock of the product uses. */
const migrationLock = 7_104_201;

/**
 * Brings the schema at `url` up to date: all pending migrations in one transaction, under a lock, so that several
 * processes may start at once and a crash leaves either the old schema or the new one.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: 'long-after migrations',
    connectionTimeoutMillis: connectMilliseconds(url),
  });
  // A connection that breaks fails the statement that runs; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await assertVersion(client);
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}

async function assertVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) >= oldestMajorVersion) return;
  throw new ConfigError([
    `DATABASE_URL: PostgreSQL ${oldestMajorVersion} or newer is needed, and this is ${version}.`,
  ]);
}
