import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { ensureRunnable, findBinaries, programPath } from '../../../server/platform/postgres/binaries.ts';
import { makeCluster } from '../../../server/platform/postgres/cluster.ts';
import { findFreePort } from '../../../server/platform/postgres/free-port.ts';
import { chooseOperatingUser } from '../../../server/platform/postgres/operating-user.ts';
import { query } from '../../../server/platform/postgres/testing.fixture.ts';
import { eventually } from '../../app.ts';

/** A clock of the system, as libfaketime shows it to the processes that are started with it. */
export interface FakeTime {
  /** Settings of such a process. Only the time of day is false: timers run, and the machine is up, as long as they are. */
  env: Record<string, string>;
  /** From now on all of them are off by this, such as `+1900d` or `-2h`; `+0` puts them right. */
  set(offset: string): Promise<void>;
}

export async function makeFakeTime(offset = '+0'): Promise<FakeTime> {
  const folder = await mkdtemp(join(tmpdir(), 'long-after-time-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const file = join(folder, 'offset');
  const { stdout } = await promisify(execFile)('faketime', ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD']);
  const set = async (to: string) => {
    await writeFile(`${file}.new`, `${to}\n`);
    await rename(`${file}.new`, file);
  };
  await set(offset);
  return {
    env: {
      LD_PRELOAD: stdout.trim(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
    set,
  };
}

/** A PostgreSQL with a new database, on this clock; gone when the test ends. Answers its address. */
export async function startPostgresOn(time: FakeTime): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'long-after-time-postgres-'));
  const user = await chooseOperatingUser();
  if (user.ids) await chown(folder, user.ids.uid, user.ids.gid);
  const binaries = await ensureRunnable(await findBinaries(), user, pino({ level: 'silent' }));
  const cluster = join(folder, 'cluster');
  const password = 'of-a-test';
  await makeCluster({ folder, cluster, user }, binaries, { password, durable: false });
  const port = await findFreePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  const server = spawn(
    programPath(binaries, 'postgres'),
    ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])],
    { ...user.ids, cwd: '/', env: { ...time.env, TZ: 'UTC' }, stdio: 'ignore' },
  );
  const ended = once(server, 'exit');
  onTestFinished(async () => {
    server.kill('SIGQUIT');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  const url = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  const answers = () =>
    query(url('postgres'), 'create database fault').then(
      () => true,
      () => false,
    );
  await eventually(answers, 'PostgreSQL to be ready', 60);
  return url('fault');
}
