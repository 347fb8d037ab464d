import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { makeOwnPostgres } from '../../test/own-postgres.ts';

/** A PostgreSQL as somebody else would run it for us: it keeps what it has confirmed, and may restart at any time. */
export interface Postgres {
  url: string;
  /** Ends every connection; it is back some seconds later. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPostgres(parent: string): Promise<Postgres> {
  const folder = join(parent, 'postgres');
  await mkdir(folder);
  const { urlOf, start: spawnServer } = await makeOwnPostgres(folder, {
    durable: true,
    settings: ['max_connections=300'],
  });

  const start = async () => {
    const server = spawnServer();
    while (!(await answers(urlOf('postgres')))) {
      if (server.exitCode !== null) throw new Error('PostgreSQL did not start');
      await delay(100);
    }
    return server;
  };
  const end = async () => {
    running.kill('SIGINT');
    if (running.exitCode === null) await once(running, 'exit');
  };
  let running = await start();
  await ask(urlOf('postgres'), 'create database cluster');
  return {
    url: urlOf('cluster'),
    async restart() {
      await end();
      running = await start();
    },
    stop: end,
  };
}

function answers(url: string): Promise<boolean> {
  return ask(url, 'select 1').then(
    () => true,
    () => false,
  );
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}
