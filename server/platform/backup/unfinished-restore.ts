import type { Client } from 'pg';
import { OperatorError } from '../errors.ts';

// While a restore runs, a table says so. It has a schema of its own, because everything in `public` is replaced.
const mark = 'restoring.backup';

export async function isRestoreUnfinished(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    mark,
  ]);
  return rows[0]?.found === true;
}

/** Throws if a restore into this database was begun and has not ended. */
export async function refuseUnfinishedRestore(client: Client): Promise<void> {
  if (await isRestoreUnfinished(client))
    throw new OperatorError(
      'A backup is being restored into this database, or its restore broke off. Run "npm run restore" again: it starts over.',
    );
}

export async function markRestoreBegun(client: Client): Promise<void> {
  await client.query('create schema if not exists restoring');
  await client.query(`create table if not exists ${mark} ()`);
}

export async function markRestoreEnded(client: Client): Promise<void> {
  await client.query('drop schema restoring cascade');
}
