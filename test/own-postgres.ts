import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import {
  type Binaries,
  ensureRunnable,
  findBinaries,
  programPath,
} from '../server/platform/postgres/binaries.ts';
import { makeCluster } from '../server/platform/postgres/cluster.ts';
import { chooseOperatingUser } from '../server/platform/postgres/operating-user.ts';
import type { OperatingUser } from '../server/platform/postgres/run-program.ts';
import { findTestPort } from './free-port.ts';

/** A PostgreSQL that the product does not start itself: it is given the URL, as if somebody else ran it. */
export interface OwnPostgres {
  urlOf(database: string): string;
  /** Starts the server, which accepts connections a moment later. */
  start(env?: Record<string, string>): ChildProcess;
  /**
   * A standby that follows this server through the port of `through`. Its files are copied into `folder`, which is empty, while this
   * server is stopped.
   */
  makeStandby(folder: string, through: string): Promise<OwnPostgres>;
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
  return await describeServer({ cluster, user, binaries, settings });
}

interface Server {
  cluster: string;
  user: OperatingUser;
  binaries: Binaries;
  settings: readonly string[];
}

async function describeServer({ cluster, user, binaries, settings }: Server): Promise<OwnPostgres> {
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
    async makeStandby(folder, through) {
      const copy = join(folder, 'cluster');
      if (user.ids) await chown(folder, user.ids.uid, user.ids.gid);
      await promisify(execFile)('cp', ['-a', cluster, copy]);
      await writeFile(join(copy, 'standby.signal'), '');
      const primary = `primary_conninfo=host=127.0.0.1 port=${new URL(through).port} user=postgres password=${password}`;
      return await describeServer({ cluster: copy, user, binaries, settings: [...settings, primary] });
    },
  };
}
