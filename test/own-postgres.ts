import { type ChildProcess, spawn } from 'node:child_process';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { ensureRunnable, findBinaries, programPath } from '../server/platform/postgres/binaries.ts';
import { makeCluster } from '../server/platform/postgres/cluster.ts';
import { chooseOperatingUser } from '../server/platform/postgres/operating-user.ts';
import { findTestPort } from './free-port.ts';

/** A PostgreSQL that the product does not start itself: it is given the URL, as if somebody else ran it. */
export interface OwnPostgres {
  urlOf(database: string): string;
  /** Starts the server, which accepts connections a moment later. */
  start(env?: Record<string, string>): ChildProcess;
}

interface OwnPostgresOptions {
  /** Whether it keeps what it has confirmed if the machine loses power. */
  durable: boolean;
  /** As in postgresql.conf, such as `max_connections=300`. */
  settings?: readonly string[];
}

const password = 'of-a-test';

/** Creates its data files in `folder`, which is empty. */
export async function makeOwnPostgres(
  folder: string,
  { durable, settings = [] }: OwnPostgresOptions,
): Promise<OwnPostgres> {
  const user = await chooseOperatingUser();
  if (user.ids) await chown(folder, user.ids.uid, user.ids.gid);
  const binaries = await ensureRunnable(await findBinaries(), user, pino({ level: 'silent' }));
  const cluster = join(folder, 'cluster');
  await makeCluster({ folder, cluster, user }, binaries, { password, durable });
  const port = await findTestPort();
  const all = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
  const args = ['-D', cluster, ...all.flatMap((setting) => ['-c', setting])];
  return {
    urlOf: (database) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
    start: (env) =>
      spawn(programPath(binaries, 'postgres'), args, {
        ...user.ids,
        cwd: '/',
        stdio: 'ignore',
        ...(env && { env }),
      }),
  };
}
