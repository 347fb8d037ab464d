// Tables that the product may read and add to, but whose triggers and rights it cannot change: they belong to
// the superuser.
import { Client } from 'pg';
import { MAINTENANCE_ROLE } from './cluster.ts';
import { APP_NAME } from './server-session.ts';

interface Connection {
  port: number;
  password: string;
}

/** By table name: the columns that the product may change, as far as their triggers allow it. */
export type KeptTables = Readonly<Record<string, readonly string[]>>;

/** Makes the superuser the owner of `tables`, with their trigger functions, and leaves the product INSERT, SELECT and those columns. */
export async function keepTables(connection: Connection, tables: KeptTables): Promise<void> {
  await onProductDatabase(connection, async (client) => {
    for (const name of await tablesOf(client, APP_NAME, Object.keys(tables))) {
      await giveTo(client, MAINTENANCE_ROLE, name);
      const table = client.escapeIdentifier(name);
      await client.query(`revoke all on ${table} from ${APP_NAME}, public`);
      await client.query(`grant select, insert on ${table} to ${APP_NAME}`);
      for (const column of tables[name] ?? [])
        await client.query(`grant update (${client.escapeIdentifier(column)}) on ${table} to ${APP_NAME}`);
      // A backup has to record the last ids.
      for (const sequence of await sequencesOf(client, name))
        await client.query(`grant usage, select on sequence ${sequence} to ${APP_NAME}`);
    }
  });
}

/** Returns them, for a migration that changes them. */
export async function returnTables(connection: Connection, tables: readonly string[]): Promise<void> {
  await onProductDatabase(connection, async (client) => {
    for (const name of await tablesOf(client, MAINTENANCE_ROLE, tables)) await giveTo(client, APP_NAME, name);
  });
}

async function onProductDatabase(
  { port, password }: Connection,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: MAINTENANCE_ROLE,
    password,
    database: APP_NAME,
    application_name: 'long-after owner',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await work(client);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Those of `tables` that exist and belong to `owner`. */
async function tablesOf(client: Client, owner: string, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables
     where schemaname = 'public' and tableowner = $1 and tablename = any($2) order by tablename`,
    [owner, tables],
  );
  return rows.map(({ name }) => name);
}

async function giveTo(client: Client, owner: string, table: string): Promise<void> {
  await client.query(`alter table ${client.escapeIdentifier(table)} owner to ${owner}`);
  const { rows } = await client.query<{ signature: string }>(
    `select distinct tgfoid::regprocedure::text as signature from pg_trigger
     where tgrelid = to_regclass($1) and not tgisinternal`,
    [client.escapeIdentifier(table)],
  );
  for (const { signature } of rows) await client.query(`alter function ${signature} owner to ${owner}`);
}

async function sequencesOf(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select objid::regclass::text as name from pg_depend
     where classid = 'pg_class'::regclass and refobjid = to_regclass($1) and deptype = 'i'
       and exists (select from pg_sequence where seqrelid = objid)`,
    [client.escapeIdentifier(table)],
  );
  return rows.map(({ name }) => name);
}
