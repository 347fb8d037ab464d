import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

/** An arbitrary number that no other advisory lock of the product uses. */
const migrationLock = 7_104_201;

/**
 * Brings the schema at `url` up to date: all pending migrations in one transaction, under a lock, so that several
 * processes may start at once and a crash leaves either the old schema or the new one.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'long-after migrations' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}
