// F51: the version after this one takes over while people use the product and deliveries fall due: its
// migration extends the schema, this version continues to work with it, and then makes room.
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../app.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { projectFolder } from '../product-process.ts';
import { allDelivered, expectEachSentOnce, expectReconciled } from './support/deliveries.ts';
import { type Caller, registerCaller } from './support/people.ts';
import { mailThrough, makePlace } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { seedAtOnce } from './support/seed.ts';

const lateAfterSeconds = 60;

/** This version with one more migration. */
async function makeNextVersion(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'long-after-next-version-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of [
    'server',
    'migrations',
    'shared',
    'package.json',
    'tsconfig.base.json',
    'tsconfig.json',
  ])
    await cp(join(projectFolder, name), join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'dist', 'web'])
    await symlink(join(projectFolder, name), join(folder, name));
  const journalFile = join(folder, 'migrations/meta/_journal.json');
  const journal = JSON.parse(await readFile(journalFile, 'utf8'));
  const last = journal.entries.at(-1);
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_next' });
  await writeFile(journalFile, JSON.stringify(journal));
  const expansion = 'alter table schedules add column of_the_next_version text;';
  await writeFile(join(folder, 'migrations/9999_next.sql'), expansion);
  return folder;
}

/** Reads and writes at `address()`, one request after another; stops when asked, and returns every status. */
function use(caller: Caller, address: () => string) {
  const statuses: number[] = [];
  let isOver = false;
  const using = (async () => {
    for (let n = 0; !isOver; n++) {
      const write = {
        method: 'PUT',
        path: '/api/drafts/letter',
        json: { content: { text: `${n}` } },
      } as const;
      const request = n % 2 === 0 ? write : { path: '/api/memories' };
      statuses.push((await caller.call(address(), request)).status);
    }
  })();
  using.catch(() => undefined);
  return async () => {
    isOver = true;
    await using;
    return statuses;
  };
}

test('nobody sees a 5xx, and every delivery leaves once and in time', async () => {
  const smtp = await startSmtpServer();
  const { db, env } = await makePlace(mailThrough(smtp.url));
  const [before, nextVersion] = await Promise.all([startProcess(env), makeNextVersion()]);
  let address = before.address;
  const callers = await Promise.all([1, 2, 3].map(() => registerCaller(address, db)));
  const stop = callers.map((caller) => use(caller, () => address));
  const batch = 60;
  const letFall = () => seedAtOnce(db, { count: batch, dueAt: new Date(), owners: 10 });
  await letFall();
  const starting = startProcess(env, { folder: nextVersion });
  await eventually(() => hasExpanded(db), 'the next version to migrate', 60);
  await letFall();
  const after = await starting;
  address = after.address;
  await letFall();
  await before.end('SIGTERM');
  await letFall();
  await allDelivered(db, 4 * batch, 120);
  const statuses = (await Promise.all(stop.map((end) => end()))).flat();
  expect(statuses.length).toBeGreaterThan(50);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expectEachSentOnce(smtp, 4 * batch);
  const { rows } = await db.execute<{ late: number }>(
    sql`select extract(epoch from max(delivered_at - due_at))::int as late from delivery_queue`,
  );
  expect(rows[0]?.late).toBeLessThan(lateAfterSeconds);
  await expectReconciled(db);
});

async function hasExpanded(db: Awaited<ReturnType<typeof makePlace>>['db']): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from information_schema.columns where column_name = 'of_the_next_version'`,
  );
  return rows.length > 0;
}
