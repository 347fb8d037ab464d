import { Client } from 'pg';
import { v7 } from 'uuid';
import { inject } from 'vitest';
import { databaseUrl, templateName } from './global-setup.ts';

/** A database of this test file alone, cloned from the migrated template, in a tablespace if need be. */
export async function cloneDatabase({ tablespace }: { tablespace?: string } = {}): Promise<{
  url: string;
  drop(): Promise<void>;
}> {
  const serverUrl = inject('postgresUrl');
  const name = `test_${v7().replaceAll('-', '')}`;
  await runOnServer(
    serverUrl,
    `create database ${name} template ${templateName}${tablespace ? ` tablespace ${tablespace}` : ''}`,
  );
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => runOnServer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

/** Cloning needs the template to itself for a moment; another test file may be cloning it just now. */
async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}
