import { once } from 'node:events';
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { query } from '../../../server/platform/postgres/testing.fixture.ts';
import { eventually } from '../../app.ts';
import { libfaketime } from '../../libfaketime.ts';
import { makeOwnPostgres } from '../../own-postgres.ts';

/** A system clock, as libfaketime shows it to the processes that are started with it. */
export interface FakeTime {
  /** Settings of such a process. Only the time of day is false: timers and the machine's uptime are real. */
  env: Record<string, string>;
  /** From now on all of them are off by this, such as `+1900d` or `-2h`; `+0` corrects them. */
  set(offset: string): Promise<void>;
}

export async function makeFakeTime(offset = '+0'): Promise<FakeTime> {
  const folder = await mkdtemp(join(tmpdir(), 'long-after-time-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const file = join(folder, 'offset');
  const set = async (to: string) => {
    await writeFile(`${file}.new`, `${to}\n`);
    await rename(`${file}.new`, file);
  };
  await set(offset);
  return {
    env: { ...(await libfaketime()), FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' },
    set,
  };
}

/** A PostgreSQL with a new database, on this clock; removed when the test ends. Returns its URL. */
export async function startPostgresOn(time: FakeTime): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'long-after-time-postgres-'));
  const { urlOf, start } = await makeOwnPostgres(folder, { durable: false, settings: ['fsync=off'] });
  const server = start({ ...time.env, TZ: 'UTC' });
  const ended = once(server, 'exit');
  onTestFinished(async () => {
    server.kill('SIGQUIT');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  const answers = () =>
    query(urlOf('postgres'), 'create database fault').then(
      () => true,
      () => false,
    );
  await eventually(answers, 'PostgreSQL to be ready', 60);
  return urlOf('fault');
}
