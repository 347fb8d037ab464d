import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { tamper } from '../../../../test/audit-log.ts';
import { seedSchedules } from '../../../../test/seed.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { type Difference, findDifferences } from './reconcile.ts';
import { deliverBatch } from './send/deliver-batch.ts';
import { startDueSchedules } from './start/start.ts';

const clock = createTestClock('2030-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db } = services;
const projectFolder = fileURLToPath(new URL('../../../../', import.meta.url));

// One schedule is delivered, one has just started, and one is in the future.
await seedSchedules(db, { count: 1, dueAt: clock.now() });
await startDueSchedules(services);
const made = await db.select({ id: deliveryQueue.id }).from(deliveryQueue);
await deliverBatch(
  services,
  made.map(({ id }) => id),
);
await seedSchedules(db, { count: 1, dueAt: clock.now() });
await startDueSchedules(services);
await seedSchedules(db, { count: 1, dueAt: new Date(clock.now().getTime() + 86_400_000) });

/** The differences found after `statement`, which is rolled back. */
async function foundAfter(statement: string): Promise<Difference[]> {
  let found: Difference[] = [];
  const rollback = new Error('rolled back');
  const search = inTransaction(db, async (tx: Tx) => {
    const { rowCount } = await tamper(tx, () => tx.execute(sql.raw(statement)));
    expect(rowCount, 'one row is broken').toBe(1);
    found = await findDifferences(tx, clock.now());
    throw rollback;
  });
  await expect(search).rejects.toBe(rollback);
  return found;
}

const longAgo = "'2030-05-03T12:00:00Z'";
const subject = (status: string, column = 'id') =>
  `(select ${column} from delivery_queue where status = '${status}')`;
const again = (action: string) =>
  `insert into audit_log (at, actor, action, subject_id)
   select at, actor, action, subject_id from audit_log where action = '${action}' limit 1`;
const underReview = "update delivery_queue set status = 'waiting', waiting_reason = 'memory_under_review'";
const takenBack =
  'a delivery is kept as taken back and its memory is there, nothing of it was sent, or it is to go out';
const withoutMemory = `with gone as (update schedules set memory_id = null where id = ${subject('pending', 'schedule_id')})`;
const takeBackPending = "update delivery_queue set status = 'waiting', waiting_reason = 'memory_withdrawn'";

test('nothing that the product wrote itself differs', async () => {
  expect(await findDifferences(db, clock.now())).toEqual([]);
});

describe('finds that', () => {
  test.each([
    [
      'a schedule is overdue and was never started',
      `update schedules set due_at = ${longAgo} where started_at is null`,
    ],
    [
      'a schedule was started and one of its people has no delivery',
      "delete from delivery_queue where status = 'pending'",
    ],
    [
      'a schedule was started and the audit log does not say so exactly once',
      `delete from audit_log where action = 'schedule.started' and subject_id = ${subject('pending', 'schedule_id')}`,
    ],
    ['a schedule was started and the audit log does not say so exactly once', again('schedule.started')],
    [
      'a schedule is marked delivered and one of its deliveries is not',
      `update schedules set is_delivered = true where id = ${subject('pending', 'schedule_id')}`,
    ],
    [
      'all deliveries of a schedule were made and it is not marked delivered',
      'update schedules set is_delivered = false where is_delivered',
    ],
    [
      'a delivery was made before it was due',
      `update delivery_queue set delivered_at = ${longAgo} where status = 'delivered'`,
    ],
    [
      'a delivery was made before it was due',
      `update delivery_queue set first_attempt = ${longAgo} where status = 'pending'`,
    ],
    [
      'a delivery was made and the audit log does not say so exactly once',
      "delete from audit_log where action = 'delivery.delivered'",
    ],
    ['a delivery was made and the audit log does not say so exactly once', again('delivery.delivered')],
    [
      'the audit log says that a delivery was made which is not marked so',
      `insert into audit_log (at, actor, action, subject_id) values (${longAgo}, 'system', 'delivery.delivered', ${subject('pending')})`,
    ],
    [
      'a delivery is unfinished and nobody will look at it again',
      `update delivery_queue set created_at = ${longAgo} where status = 'pending'`,
    ],
    [
      'a delivery is unfinished and nobody will look at it again',
      `update delivery_queue set status = 'sending', sweep_at = ${longAgo} where status = 'pending'`,
    ],
    [
      'a delivery waits and no reason says why',
      "update delivery_queue set status = 'waiting' where status = 'pending'",
    ],
    [
      'a delivery waits for the approval of a memory that is approved',
      `${underReview} where status = 'pending'`,
    ],
    [
      'a delivery that was not made has nobody to go to or nothing to bring',
      `with gone as (delete from memory_recipients where schedule_id = ${subject('pending', 'schedule_id')})
       update delivery_queue set recipient_id = null where status = 'pending'`,
    ],
    [
      'a delivery that was not made has nobody to go to or nothing to bring',
      `update schedules set memory_id = null where id = ${subject('pending', 'schedule_id')}`,
    ],
    [takenBack, `${takeBackPending}, sent_to = 'maya@example.com', sweep_at = null where status = 'pending'`],
    [takenBack, `${withoutMemory} ${takeBackPending}, sweep_at = null where status = 'pending'`],
    [
      takenBack,
      `${withoutMemory} ${takeBackPending}, sent_to = 'maya@example.com', sweep_at = created_at where status = 'pending'`,
    ],
  ])('%s', async (what, statement) => {
    const found = await foundAfter(statement);
    expect(found).toEqual([{ what, subjectId: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
  });
});

test('work in progress is not a difference', async () => {
  expect(await foundAfter("update delivery_queue set status = 'sending' where status = 'pending'")).toEqual(
    [],
  );
});

/** Runs the command behind `npm run reconcile` on this database. */
function runReconcile(): Promise<{ code: number | string | null; said: string }> {
  const args = ['--import', './server/platform/tsx-loader.mjs', 'server/reconcile.ts'];
  const env = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: testApp.databaseUrl,
    APP_SECRET: 'a secret for tests that is long enough',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: projectFolder, env }, (error, stdout) => {
      resolve({ code: error?.code ?? 0, said: stdout });
    });
  });
}

test('the command names each difference and exits with 1, or with 0 if there are none', async () => {
  // The command uses the real time, which is years away from the test's.
  await db.execute(
    sql`update delivery_queue set sweep_at = now(), attempt_after = now() where sweep_at is not null`,
  );
  const none = '0 differences between schedules, deliveries and the audit log\n';
  expect(await runReconcile()).toEqual({ code: 0, said: none });
  const broken = await db.execute<{ id: string }>(
    sql`update delivery_queue set status = 'waiting' where status = 'pending' returning id`,
  );
  const [row] = broken.rows;
  expect(await runReconcile()).toEqual({
    code: 1,
    said: `${row?.id}  a delivery waits and no reason says why\n1 differences between schedules, deliveries and the audit log\n`,
  });
});
