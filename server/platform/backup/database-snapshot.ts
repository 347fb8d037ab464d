import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { OperatorError } from '../errors.ts';
import { migrationLock } from '../migrations.ts';
import type { DumpedTable, Manifest } from './archive-format.ts';
import { backupLock } from './backup-lock.ts';
import { inOrderOfReferences, readTables } from './database-tables.ts';
import { refuseUnfinishedRestore } from './unfinished-restore.ts';

export interface StoredFileRow {
  key: string;
  /** In lower-case hex; null if the row does not have it. */
  sha256: string | null;
}

/** The files to which the rows of a table refer. A database of an earlier version may lack the table. */
export interface FilesOfTable {
  table: string;
  /** Selects `key`, `sha256` and `size_bytes`, the latter two null if unknown, and the owner's `user_id`. */
  files: SQL;
}

/** The database as of one instant, and the names of all stored files that it refers to then. */
export interface DatabaseSnapshot {
  manifest: Manifest;
  /** About how large the backup will be. */
  expectedBytes: number;
  /**
   * Passes the rows of a table to `take` in PostgreSQL's text format for COPY, in pieces of a few megabytes. Returns
   * how many there are.
   */
  rows(table: DumpedTable, take: (piece: Buffer) => Promise<unknown>): Promise<number>;
  /** Ends the transaction and lists the files. No file is removed until `close`. */
  files(): AsyncGenerator<StoredFileRow>;
  close(): Promise<void>;
}

const pieceBytes = 4 * 1024 * 1024;
const filesPerFetch = 1000;
/** An estimate for thumbnails and converted recordings, whose sizes no row contains. */
const renditionsShare = 0.3;

/**
 * Opens a snapshot of the database at `url`, with the files that `storedFiles` selects. `onLost` is called if the
 * connection breaks, since the files are then no longer protected. If another backup is running, calls `onWait` and
 * waits for it.
 */
export async function openSnapshot(options: {
  url: string;
  storedFiles: readonly FilesOfTable[];
  now: Date;
  onWait: () => void;
  onLost: (error: Error) => void;
}): Promise<DatabaseSnapshot> {
  const client = new Client({ connectionString: options.url, application_name: 'long-after backup' });
  client.on('error', options.onLost);
  await client.connect();
  try {
    await refuseUnfinishedRestore(client);
    await removeTimeLimits(client);
    await holdFiles(client, options.onWait);
    const tables = await beginWithLockedTables(client);
    const manifest = await describe(client, tables, options);
    const { rows } = await client.query<{ bytes: string }>(
      'select pg_database_size(current_database()) as bytes',
    );
    return {
      manifest,
      expectedBytes: Number(rows[0]?.bytes) + manifest.files.sizeBytes * (1 + renditionsShare),
      rows: (table, take) => copyRows(client, table, take),
      files: () => fetchFiles(client),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** A server may be set to end long statements and transactions, and a backup takes long. */
async function removeTimeLimits(client: Client): Promise<void> {
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout'])
    await client.query(`set ${limit} = 0`);
}

async function holdFiles(client: Client, onWait: () => void): Promise<void> {
  const lock = 'hashtextextended($1, 0)';
  const tried = await client.query<{ held: boolean }>(`select pg_try_advisory_lock(${lock}) as held`, [
    backupLock,
  ]);
  if (tried.rows[0]?.held) return;
  onWait();
  await client.query(`select pg_advisory_lock(${lock})`, [backupLock]);
}

/** No migration changes a table between the beginning of the snapshot and the reading of its rows. */
async function beginWithLockedTables(client: Client) {
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
  const migrated = await client.query("select to_regclass('drizzle.__drizzle_migrations') as found");
  if (!migrated.rows[0]?.found)
    throw new OperatorError('There is nothing to back up: the database is empty.');
  const tables = inOrderOfReferences(await readTables(client));
  await client.query('begin isolation level repeatable read read only');
  const names = tables.map(({ name }) => client.escapeIdentifier(name));
  await client.query(`lock table ${names.join(', ')} in access share mode`);
  await client.query('select pg_advisory_unlock($1)', [migrationLock]);
  return tables;
}

async function describe(
  client: Client,
  tables: Manifest['tables'],
  options: { storedFiles: readonly FilesOfTable[]; now: Date },
): Promise<Manifest> {
  const { rows: applied } = await client.query<{ at: string }>(
    'select max(created_at) as at from drizzle.__drizzle_migrations',
  );
  const { rows: sequences } = await client.query<{ name: string; lastValue: string }>(
    `select sequencename as name, last_value as "lastValue" from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  );
  const db = drizzle(client);
  const names = new Set(tables.map(({ name }) => name));
  const there = options.storedFiles.filter(({ table }) => names.has(table));
  const storedFiles = sql.join(
    there.map(({ files }) => files),
    sql` union all `,
  );
  await db.execute(
    sql`declare stored_files no scroll cursor with hold for select key, sha256 from (${storedFiles}) f`,
  );
  const { rows: files } = await db.execute<{ count: string; bytes: string }>(
    sql`select count(*) as count, coalesce(sum(size_bytes), 0) as bytes from (${storedFiles}) f`,
  );
  return {
    format: 1,
    createdAt: options.now.toISOString(),
    migration: Number(applied[0]?.at),
    tables,
    sequences,
    files: { count: Number(files[0]?.count), sizeBytes: Number(files[0]?.bytes) },
  };
}

async function copyRows(
  client: Client,
  { name, columns }: DumpedTable,
  take: (piece: Buffer) => Promise<unknown>,
): Promise<number> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const copying = client.query(copyTo(`copy ${client.escapeIdentifier(name)} (${list}) to stdout`));
  const arriving: AsyncIterable<Buffer> = copying;
  let pieces: Buffer[] = [];
  let gathered = 0;
  for await (const piece of arriving) {
    pieces.push(piece);
    gathered += piece.length;
    if (gathered < pieceBytes) continue;
    await take(Buffer.concat(pieces));
    pieces = [];
    gathered = 0;
  }
  if (gathered > 0) await take(Buffer.concat(pieces));
  return copying.rowCount;
}

/** The cursor belongs to the snapshot and keeps its rows after the end of the transaction. */
async function* fetchFiles(client: Client): AsyncGenerator<StoredFileRow> {
  await client.query('commit');
  for (;;) {
    const { rows } = await client.query<StoredFileRow>(`fetch ${filesPerFetch} from stored_files`);
    if (rows.length === 0) return;
    yield* rows;
  }
}
