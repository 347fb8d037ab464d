// Our own superuser connection to the server. It holds the shared lock by which processes on one folder see each
// other, so that the last one to leave can stop the server.
import { Client } from 'pg';
import { MAINTENANCE_ROLE } from './cluster.ts';

export interface Session {
  client: Client;
  port: number;
  /** Resolves when the connection is gone, for whatever reason. */
  ended: Promise<void>;
}

/** The product's role and its database. */
export const APP_NAME = 'long_after';
const PRESENCE_LOCK = 7_205_759_403;
const CONNECT_WITHIN_MS = 5_000;
// The server is starting or stopping (57P..), the connection broke (08...), or all connections are in use (53300).
const TRANSIENT_CODES = /^(57P\d\d|08\w{3}|53300|ECONNREFUSED|ECONNRESET|EPIPE)$/;

/** The URL for the product: its own database, as a role without superuser rights. */
export function productUrl(port: number, password: string): string {
  return `postgres://${APP_NAME}:${password}@127.0.0.1:${port}/${APP_NAME}`;
}

/**
 * Connects and becomes a member: from now on, another process that leaves does not stop the server. Creates the
 * product's database if missing. Undefined while the server is starting, stopping or full. Call with the start lock
 * held.
 */
export async function openSession(port: number, password: string): Promise<Session | undefined> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: MAINTENANCE_ROLE,
    password,
    database: 'postgres',
    application_name: 'long-after presence',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  // A broken connection emits an error and then ends; we listen for the end.
  client.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [PRESENCE_LOCK]);
    await makeProductDatabase(client, password);
    return { client, port, ended };
  } catch (error) {
    await client.end().catch(() => undefined);
    if (isTransient(error)) return undefined;
    throw error;
  }
}

/**
 * Ends the membership; true when there are no other members. Call with the start lock held, so that nobody joins in
 * the meantime.
 */
export async function withdrawPresence({ client }: Session): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1)', [PRESENCE_LOCK]);
  const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [
    PRESENCE_LOCK,
  ]);
  return rows[0]?.last === true;
}

async function makeProductDatabase(client: Client, password: string): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_database where datname = $1) as database`,
    [APP_NAME],
  );
  if (!rows[0]?.role) {
    await client.query(
      `create role ${APP_NAME} login createdb password ${client.escapeLiteral(password)}
         in role pg_monitor, pg_signal_backend, pg_checkpoint`,
    );
  }
  if (!rows[0]?.database) await client.query(`create database ${APP_NAME} owner ${APP_NAME}`);
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') return TRANSIENT_CODES.test(error.code);
  return /timeout|terminated/i.test(error.message);
}
