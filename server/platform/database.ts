import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** Without `transaction`: use `inTransaction` instead. */
export type Database = Omit<NodePgDatabase, 'transaction'> & { $client: Pool };
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];
/** Accepted by functions that only read or run a single statement: the database or a running transaction. */
export type Queryable = Database | Tx;

export interface OpenDatabase {
  db: Database;
  pool: Pool;
  close(): Promise<void>;
}

const connectSeconds = 5;

/** How long to wait for a connection to `url`: `connect_timeout` in it, as with every PostgreSQL client, or 5 seconds. */
export function connectMilliseconds(url: string): number {
  return 1000 * Number(new URL(url).searchParams.get('connect_timeout') ?? connectSeconds);
}

/**
 * A pool of connections to `url`. A broken idle connection is logged and replaced, never fatal. Waiting for a
 * connection fails after `connectMilliseconds`.
 */
export function openDatabase(options: {
  url: string;
  log: Log;
  maxConnections?: number;
  name?: string;
}): OpenDatabase {
  const pool = new Pool({
    connectionString: options.url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: connectMilliseconds(options.url),
    idleTimeoutMillis: 30_000,
    application_name: options.name ?? 'long-after',
  });
  // The error object holds the whole connection; log only its message.
  pool.on('error', ({ message }) =>
    options.log.warn({ reason: message }, 'an idle database connection broke and was dropped'),
  );
  // A connection that breaks between two statements of a transaction emits an error that would end the process
  // without this listener. Its holder finds out when the next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { db: drizzle(pool), pool, close: () => pool.end() };
}

/** For queries that every request or sign-in runs: prepared and planned once per connection. */
export function preparedOnce<Queries>(prepare: (db: Database) => Queries): (db: Database) => Queries {
  const prepared = new WeakMap<Database, Queries>();
  return (db) => {
    const known = prepared.get(db) ?? prepare(db);
    prepared.set(db, known);
    return known;
  };
}

/**
 * A source of one row. The transaction of a statement that reads it commits without waiting for the disk, so that a crash of
 * PostgreSQL loses it if it comes within about half a second. Only for what can simply be done again.
 */
export const asynchronousCommit = sql`(select set_config('synchronous_commit', 'off', true)) asynchronous_commit`;

const retryable = new Set(['40001', '40P01']);
const maxTransactionAttempts = 4;

type TransactionSettings = Parameters<NodePgDatabase['transaction']>[1];

/** Runs `work` in one transaction. Retries a few times after a serialization failure or deadlock. */
export async function inTransaction<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  settings?: TransactionSettings,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryTransaction(db, work, settings);
    } catch (error) {
      const code = postgresCode(error);
      if (!code || !retryable.has(code) || attempt >= maxTransactionAttempts) throw error;
    }
  }
}

/**
 * Checks a connection out itself, because `db.transaction` leaks one that breaks at `begin`: after ten of those the
 * pool is empty.
 */
async function tryTransaction<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  settings: TransactionSettings,
): Promise<T> {
  const client = await db.$client.connect();
  let isBroken = false;
  try {
    return await drizzle(client).transaction(work, settings);
  } catch (error) {
    isBroken = isDatabaseUnavailable(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/** The SQLSTATE or socket error code of a database error, searched along its chain of causes. */
export function postgresCode(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return undefined;
}

export function isUniqueViolation(error: unknown): boolean {
  return postgresCode(error) === '23505';
}

const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const brokenConnection =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Connection ended unexpectedly|server closed the connection/i;

const fileSources = /^(md|fd|smgr|storage|xlog|slru|relmapper|relcache|buffile|copydir)\.c$/;
const fileRoutines = new Set(['InitPostgres', 'ValidatePgVersion']);

/**
 * Whether PostgreSQL may not use its own files, because permissions were changed or the disk became read-only. The error
 * code is the same as for a role without privileges; only the location in PostgreSQL's source distinguishes them.
 */
export function isRefusedFile(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (!('code' in at) || at.code !== '42501') continue;
    if ('file' in at && fileSources.test(String(at.file))) return true;
    if ('routine' in at && fileRoutines.has(String(at.routine))) return true;
  }
  return false;
}

/**
 * Whether the error is a passing state of the database (restart, lost connection, full disk, files it may not use, too
 * many clients, a deadlock after all retries) rather than our mistake. Error classes: PostgreSQL manual, appendix A.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = postgresCode(error);
  if (code && (socketCodes.has(code) || /^(08|53|57P|58|40)/.test(code))) return true;
  if (isRefusedFile(error)) return true;
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (brokenConnection.test(at.message)) return true;
  }
  return false;
}

/** The longest that a step is retried. After that the send log still knows what was accepted. */
const outageSeconds = 10 * 60;

/**
 * What was sent must be recorded, so while the database is down the step is retried, for ten minutes at most. `step`
 * checks each time that the record is still this worker's to make.
 */
export async function retryWhileDatabaseIsDown<T>(
  { log, clock }: { log: Log; clock: Pick<Clock, 'wait'> },
  step: () => Promise<T>,
): Promise<T> {
  for (let seconds = 0; ; seconds++) {
    try {
      return await step();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || seconds >= outageSeconds) throw error;
      if (seconds === 0) log.warn({ err: error }, 'the database is down; what is being sent waits for it');
      await clock.wait(1000);
    }
  }
}
