import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { AppError } from './errors.ts';
import type { Log } from './log.ts';

/** Without `transaction`, in whose place stands `inTransaction`. */
export type Database = Omit<NodePgDatabase, 'transaction'> & { $client: Pool };
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];
/** What a verb that only reads, or is one statement, takes: the database or a running transaction. */
export type Queryable = Database | Tx;

export interface OpenDatabase {
  db: Database;
  pool: Pool;
  close(): Promise<void>;
}

const connectSeconds = 5;

/**
 * A pool of connections to `url`. A broken idle connection is logged and replaced, never fatal. Whoever gets no connection
 * within five seconds is refused; as with every client of PostgreSQL, `connect_timeout` in the URL sets other seconds.
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
    connectionTimeoutMillis:
      1000 * Number(new URL(options.url).searchParams.get('connect_timeout') ?? connectSeconds),
    idleTimeoutMillis: 30_000,
    application_name: options.name ?? 'long-after',
  });
  // The error carries the whole connection; its words are all that is worth keeping.
  pool.on('error', ({ message }) =>
    options.log.warn({ reason: message }, 'an idle database connection broke and was dropped'),
  );
  // One that breaks between two statements of a transaction tells nobody but this listener, and without it the process
  // would end. Whoever holds it learns from its next statement, which fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { db: drizzle(pool), pool, close: () => pool.end() };
}

/** For what every request or sign-in asks: queries that are written and planned once per connection, not each time. */
export function preparedOnce<Queries>(prepare: (db: Database) => Queries): (db: Database) => Queries {
  const prepared = new WeakMap<Database, Queries>();
  return (db) => {
    const known = prepared.get(db) ?? prepare(db);
    prepared.set(db, known);
    return known;
  };
}

const retryable = new Set(['40001', '40P01']);
const attemptsAtATransaction = 4;

type TransactionSettings = Parameters<NodePgDatabase['transaction']>[1];

/** Runs `work` in one transaction; a serialization failure or deadlock is tried again, a few times at most. */
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
      if (!code || !retryable.has(code) || attempt >= attemptsAtATransaction) throw error;
    }
  }
}

/**
 * Lends a connection itself: `db.transaction` never gives one back that breaks at its `begin`, until after ten of them the
 * pool has none left.
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

/** The SQLSTATE or the socket's code of a database fault, wherever it hides in the chain of causes. */
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
  'EHOSTUNREACH',
]);
const brokenConnection =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Connection ended unexpectedly|server closed the connection/i;

/**
 * Is this fault the database's passing state (restart, lost connection, full disk, too many clients,
 * deadlock after all tries) rather than our mistake? Classes from the PostgreSQL manual, appendix A.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = postgresCode(error);
  if (code && (socketCodes.has(code) || /^(08|53|57P|58|40)/.test(code))) return true;
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (brokenConnection.test(at.message)) return true;
  }
  return false;
}

export function databaseUnavailable(cause: unknown): AppError {
  return new AppError(
    'unavailable',
    'We cannot reach our storage for a moment. Nothing was lost; please try again.',
    {
      retryAfterSeconds: 5,
      cause,
    },
  );
}
