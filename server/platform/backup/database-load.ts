import { pipeline } from 'node:stream/promises';
import { Client, DatabaseError } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { OperatorError } from '../errors.ts';
import { knowsMigration, migrateDatabase, migrationLock } from '../migrations.ts';
import type { DumpedTable, Manifest } from './archive-format.ts';
import { damagedBackup } from './archive-reader.ts';
import { readTables } from './database-tables.ts';
import { isRestoreUnfinished, markRestoreBegun, markRestoreEnded } from './unfinished-restore.ts';

/** A database that a backup is restored into. */
export interface DatabaseTarget {
  /** Throws OperatorError while the product runs on it. */
  refuseWhileInUse(): Promise<void>;
  /** Whether a restore into it was interrupted. */
  isUnfinished(): Promise<boolean>;
  /** Whether a table has rows; false if there is no such table. */
  hasRows(table: string): Promise<boolean>;
  /** A value of the first row of a table; undefined if there is no such row or table. */
  firstValue(table: string, column: string): Promise<string | undefined>;
  /** Removes everything that belongs to the product, and makes it refuse to start on this database until `end`. */
  begin(): Promise<void>;
  /** Creates the schema of the backup, then fills its tables in one transaction. */
  load(
    manifest: Manifest,
    rowsOf: (table: DumpedTable) => AsyncIterable<Buffer>,
  ): Promise<Record<string, number>>;
  /** Runs the migrations that came after the backup. */
  migrate(): Promise<void>;
  /** Lets the product start. */
  end(): Promise<void>;
  close(): Promise<void>;
}

export async function openTarget(url: string): Promise<DatabaseTarget> {
  const client = new Client({ connectionString: url, application_name: 'long-after restore' });
  // The statement in progress fails too.
  client.on('error', () => undefined);
  await client.connect();
  return {
    refuseWhileInUse: () => refuseWhileInUse(client),
    isUnfinished: () => isRestoreUnfinished(client),
    hasRows: (table) => hasRows(client, table),
    firstValue: (table, column) => firstValue(client, table, column),
    begin: () => begin(client),
    async load(manifest, rowsOf) {
      await migrateDatabase(url, { upTo: manifest.migration, whileRestoring: true });
      return await fill(client, manifest, rowsOf).catch(tellMisfit);
    },
    async migrate() {
      await migrateDatabase(url, { whileRestoring: true });
      await client.query('analyze');
    },
    end: () => markRestoreEnded(client),
    close: () => client.end(),
  };
}

/** Throws unless the migrations of this version lead to the backup's schema. */
export function refuseNewerSchema({ migration }: Manifest): void {
  if (!knowsMigration(migration))
    throw new OperatorError(
      'This backup was made by a newer version of Long After. Restore it with that version, or a later one.',
    );
}

async function hasTable(client: Client, table: string): Promise<boolean> {
  const there = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    `public.${client.escapeIdentifier(table)}`,
  ]);
  return there.rows[0]?.found === true;
}

async function hasRows(client: Client, table: string): Promise<boolean> {
  if (!(await hasTable(client, table))) return false;
  const { rowCount } = await client.query(`select from public.${client.escapeIdentifier(table)} limit 1`);
  return rowCount === 1;
}

async function firstValue(client: Client, table: string, column: string): Promise<string | undefined> {
  if (!(await hasTable(client, table))) return undefined;
  const [name, from] = [client.escapeIdentifier(column), client.escapeIdentifier(table)];
  const { rows } = await client.query<{ value: string }>(
    `select ${name}::text as value from public.${from} limit 1`,
  );
  return rows[0]?.value;
}

async function begin(client: Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
  await refuseWhileInUse(client);
  const tables = await readTables(client);
  await client.query('begin');
  await markRestoreBegun(client);
  for (const { name } of tables)
    await client.query(`drop table public.${client.escapeIdentifier(name)} cascade`);
  await dropRoutines(client);
  await client.query('drop schema if exists drizzle cascade');
  // The queue is rebuilt from the tables at the next start.
  await client.query('drop schema if exists pgboss cascade');
  await client.query('commit');
  await client.query('select pg_advisory_unlock($1)', [migrationLock]);
}

async function refuseWhileInUse(client: Client): Promise<void> {
  const { rowCount } = await client.query(`
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'long-after%'`);
  if (rowCount !== 0)
    throw new OperatorError(
      'Long After is running on this database. Stop every process of it, then restore.',
    );
}

async function dropRoutines(client: Client): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(`
    select p.oid::regprocedure::text as signature from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`);
  // Dropping one may already have dropped others that depend on it.
  for (const { signature } of rows) await client.query(`drop routine if exists ${signature} cascade`);
}

/** What PostgreSQL says about a table, a column or a value that it does not accept. */
const misfit = /^(22|23|42)/;

function tellMisfit(cause: unknown): never {
  if (cause instanceof DatabaseError && misfit.test(cause.code ?? ''))
    throw damagedBackup(`its rows do not fit its tables (${cause.message})`, { cause });
  throw cause;
}

/** Triggers do not fire: rows come back exactly as they were. */
async function fill(
  client: Client,
  { tables, sequences }: Manifest,
  rowsOf: (table: DumpedTable) => AsyncIterable<Buffer>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  await client.query('begin');
  for (const table of tables) {
    const name = `public.${client.escapeIdentifier(table.name)}`;
    const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
    await client.query(`alter table ${name} disable trigger user`);
    const copying = client.query(copyFrom(`copy ${name} (${columns}) from stdin`));
    await pipeline(rowsOf(table), copying);
    counts[table.name] = copying.rowCount;
    await client.query(`alter table ${name} enable trigger user`);
  }
  for (const { name, lastValue } of sequences)
    await client.query('select setval($1, $2)', [`public.${client.escapeIdentifier(name)}`, lastValue]);
  await client.query('commit');
  return counts;
}
