import { Client } from 'pg';
import { v7 } from 'uuid';
import { inject } from 'vitest';
import { databaseUrl, templateName } from './global-setup.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * A database for this test file alone, cloned from the migrated template. If it is in a tablespace, it is copied file by file:
 * otherwise its files would have holes, which a disk that fills up has no room for when the pages in memory are written.
 */
export function cloneDatabase({ tablespace }: { tablespace?: string } = {}): Promise<TestDatabase> {
  const place = tablespace ? ` tablespace ${tablespace} strategy file_copy` : '';
  return createDatabase(`template ${templateName}${place}`);
}

/** An empty database, as an operator creates it for a first start or a restore. */
export function createEmptyDatabase({ options = '' }: { options?: string } = {}): Promise<TestDatabase> {
  return createDatabase(options && `template template0 ${options}`);
}

/** A copy of a database as it is now, as if restored from a backup made at this moment. Ends the connections to it. */
export async function copyDatabase(url: string): Promise<TestDatabase> {
  const name = new URL(url).pathname.slice(1);
  await runOnServer(
    inject('postgresUrl'),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
  return createDatabase(`template ${name}`);
}

async function createDatabase(from: string): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  const name = `test_${v7().replaceAll('-', '')}`;
  await runOnServer(serverUrl, `create database ${name} ${from}`);
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => runOnServer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

/** Cloning needs exclusive access to the template for a moment; another test file may be cloning it just now. */
const cloning = 1;
const building = 2;

function runOnServer(url: string, statement: string): Promise<void> {
  return withAdvisoryLock(url, cloning, async (client) => {
    await client.query(statement);
  });
}

/**
 * Runs `work` while no database is created or dropped. Both make PostgreSQL run a checkpoint, which fails for
 * as long as `work` prevents it from writing one database's files.
 */
export function withoutCheckpoints<Result>(work: () => Promise<Result>): Promise<Result> {
  return withAdvisoryLock(inject('postgresUrl'), cloning, work);
}

/** Runs `work` while no other process of this run is doing the same. */
export function oneAtATime(work: () => Promise<void>): Promise<void> {
  return withAdvisoryLock(inject('postgresUrl'), building, work);
}

async function withAdvisoryLock<Result>(
  url: string,
  lock: number,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    return await work(client);
  } finally {
    await client.end();
  }
}
