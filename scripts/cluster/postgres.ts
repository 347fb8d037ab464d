import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { pino } from 'pino';
import { ensureRunnable, findBinaries, programPath } from '../../server/platform/postgres/binaries.ts';
import { makeCluster } from '../../server/platform/postgres/cluster.ts';
import { findFreePort } from '../../server/platform/postgres/free-port.ts';
import { chooseOperatingUser } from '../../server/platform/postgres/operating-user.ts';

/** A PostgreSQL as somebody else would run it for us: it keeps what it has confirmed, and may be restarted at any time. */
export interface Postgres {
  url: string;
  /** Ends every connection, and is back some seconds later. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const password = 'of-the-cluster';

export async function startPostgres(parent: string): Promise<Postgres> {
  const folder = join(parent, 'postgres');
  await mkdir(folder);
  const user = await chooseOperatingUser();
  if (user.ids) await chown(folder, user.ids.uid, user.ids.gid);
  const binaries = await ensureRunnable(await findBinaries(), user, pino({ level: 'silent' }));
  const cluster = join(folder, 'cluster');
  await makeCluster({ folder, cluster, user }, binaries, { password, durable: true });
  const port = await findFreePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=300',
  ];
  const args = ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])];
  const urlOf = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;

  const start = async () => {
    const server = spawn(programPath(binaries, 'postgres'), args, { ...user.ids, cwd: '/', stdio: 'ignore' });
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
