// F17: accepted mails bounce by the dozen, and the process that reads the bounces is killed with -9: while
// the server responds, in the middle of a transaction, at any moment. None is lost, and none has two effects.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { inTransaction } from '../../server/platform/database.ts';
import { eventually } from '../app.ts';
import { hardBounces } from '../bounce-mails.ts';
import { startImapServer } from '../fakes/imap-server.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { projectFolder } from '../product-process.ts';
import { allDelivered, countActs, countByStatus, expectReconciled } from './support/deliveries.ts';
import { mailThrough, makePlace } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { milliseconds } from './support/randomness.ts';
import { seedAtOnce } from './support/seed.ts';

const count = 24;
const program = [
  '--import',
  './server/platform/tsx-loader.mjs',
  'test/faults/support/bounce-reader.child.ts',
];

function startReader(env: Record<string, string>): { process: ChildProcess; exited: Promise<unknown> } {
  const all = { PATH: process.env.PATH ?? '', ROLE: 'web', LOG_LEVEL: 'warn', ...env };
  const reader = spawn(process.execPath, program, { cwd: projectFolder, env: all, stdio: 'inherit' });
  onTestFinished(() => void reader.kill('SIGKILL'));
  return { process: reader, exited: once(reader, 'exit') };
}

test('F17: the reader of the mailbox is killed again and again', async () => {
  const [imap, smtp] = [await startImapServer(), await startSmtpServer({ keep: 'ids' })];
  const { db, env } = await makePlace({
    ...mailThrough(smtp.url),
    BOUNCE_ADDRESS: 'bounce@long-after.example',
    BOUNCE_IMAP_URL: imap.url,
  });
  await seedAtOnce(db, { count, dueAt: new Date(), owners: count });
  const worker = await startProcess(env, { role: 'worker' });
  await allDelivered(db, count);
  await worker.end('SIGKILL');
  for (const { messageId, envelope } of smtp.messages) {
    if (!messageId.startsWith('delivery.')) continue;
    const returned = { to: envelope.from, address: envelope.to[0] ?? '' };
    await imap.deliver(hardBounces['Postfix']?.(returned) ?? '');
    await imap.deliver(hardBounces['Gmail']?.(returned) ?? '');
  }
  const letLeaseEnd = () => db.execute(sql`update bounce_mailboxes set leased_until = now()`);
  const position = async () =>
    Number(
      (await db.execute<{ uid: string }>(sql`select last_uid as uid from bounce_mailboxes`)).rows[0]?.uid,
    );

  // While the server responds.
  const first = startReader(env);
  let fetched = 0;
  imap.beforeAnswers(async (asked) => {
    if (/FETCH/.test(asked) && ++fetched === 5) first.process.kill('SIGKILL');
  });
  await first.exited;
  imap.beforeAnswers(async () => {});
  expect(await position()).toBeLessThan(5);

  // In the transaction that applies a bounce.
  await letLeaseEnd();
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`lock table bounces in exclusive mode`);
    const second = startReader(env);
    const isWaiting = async () =>
      (await tx.execute(sql`select 1 from pg_locks where not granted and relation = 'bounces'::regclass`))
        .rowCount;
    await eventually(isWaiting, 'the reader to wait in its transaction');
    second.process.kill('SIGKILL');
    await second.exited;
  });

  // At any moment.
  for (const delay of [5, 40]) {
    await letLeaseEnd();
    const before = imap.connections;
    const reader = startReader(env);
    await eventually(async () => imap.connections > before, 'the reader to connect');
    await milliseconds(delay);
    reader.process.kill('SIGKILL');
    await reader.exited;
  }

  await letLeaseEnd();
  await Promise.all([startReader(env).exited, startReader(env).exited]);
  expect(await position()).toBe(2 * count);
  expect(await countByStatus(db)).toEqual({ waiting: count });
  const acts = await countActs(db);
  expect(acts['delivery.bounced']).toBe(count);
  expect(acts['delivery.waiting']).toBe(count);
  await expectReconciled(db);
});
