// F04: kill -9 during the first start, while the cluster, the schema or the queue is being created. The next
// start completes what is missing, and there is never half a schema.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrateDatabase } from '../../server/platform/migrations.ts';
import { coverDataDir, query } from '../../server/platform/postgres/testing.fixture.ts';
import { eventually } from '../app.ts';
import { registerCaller, writeCheckedLetter } from './support/people.ts';
import { faultSecret, makeDataDir, makeEmptyDatabase } from './support/place.ts';
import { launchProcess, startProcess } from './support/processes.ts';
import { untilSaid } from './support/progress.ts';
import { milliseconds, openRandomness } from './support/randomness.ts';

async function tablesIn(url: string): Promise<string[]> {
  const found = await query<{ name: string }>(
    url,
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  return found.map(({ name }) => name);
}

/** Waits for the connection that runs the migrations, which exists from the first statement to the last. */
function untilMigrating(url: string): Promise<unknown> {
  const find = `select 1 from pg_stat_activity where datname = current_database() and application_name like 'long-after %'`;
  return eventually(async () => (await query(url, find)).length > 0, 'the process to come to the database');
}

test.each([
  ['while the schema is made', 60],
  ['while the queue is made', 600],
])('killed %s, again and again', async (_name, spanMilliseconds) => {
  const randomness = openRandomness();
  const complete = await makeEmptyDatabase();
  await migrateDatabase(complete);
  const allTables = await tablesIn(complete);
  const url = await makeEmptyDatabase();
  const env = { DATABASE_URL: url, DATA_DIR: await makeDataDir(), APP_SECRET: faultSecret };
  for (let kill = 1; kill <= 3; kill++) {
    const started = await launchProcess(env);
    await untilMigrating(url);
    await milliseconds(randomness.below(spanMilliseconds));
    await started.end('SIGKILL');
    const tables = await tablesIn(url);
    expect(tables.length === 0 ? allTables : tables, `seed ${randomness.seed}, kill ${kill}`).toEqual(
      allTables,
    );
  }
  // Two start at once, and one of them is killed on the way: the other is not held up.
  const [killed, last] = [await launchProcess(env), await launchProcess(env)];
  await untilMigrating(url);
  await killed.end('SIGKILL');
  await last.ready;
  expect(await tablesIn(url)).toEqual(allTables);
  const caller = await registerCaller(last.address);
  await writeCheckedLetter(caller, last.address);
});

test('three first starts on one database at the same moment: all come up, one made the schema', async () => {
  const url = await makeEmptyDatabase();
  const env = { DATABASE_URL: url, DATA_DIR: await makeDataDir(), APP_SECRET: faultSecret };
  const started = await Promise.all([1, 2, 3].map(() => startProcess(env)));
  const caller = await registerCaller(started[0]?.address ?? '');
  await writeCheckedLetter(caller, started[2]?.address ?? '');
});

const stages: [string, RegExp][] = [
  ['a moment after its start', /^/],
  ['while the cluster is made', /Making the database/],
  ['when the database has just started', /(Started|Joined) the/],
];

test.each(stages)('nothing configured, killed %s', async (_name, words) => {
  const randomness = openRandomness();
  const dataDir = coverDataDir(join(await makeDataDir(), 'data'));
  const env = { DATA_DIR: dataDir, RATE_LIMITS: 'off' };
  for (let kill = 1; kill <= 2; kill++) {
    const started = await launchProcess(env);
    await untilSaid(started, words);
    await milliseconds(randomness.below(400));
    await started.end('SIGKILL');
  }
  const last = await startProcess(env);
  const caller = await registerCaller(last.address);
  await writeCheckedLetter(caller, last.address);
  expect(await last.end('SIGTERM'), `seed ${randomness.seed}`).toEqual({ code: 0, signal: null });
});
