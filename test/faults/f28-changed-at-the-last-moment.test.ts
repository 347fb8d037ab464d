// F28: the owner cancels or changes a schedule a millisecond before it falls due. Either the change counts,
// or the response says that delivery has started; never both, never neither.
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../../server/features/accounts/profile/profile.table.ts';
import { changeSchedule } from '../../server/features/delivery/deliveries/plan/save-schedule.ts';
import { findDifferences } from '../../server/features/delivery/deliveries/reconcile.ts';
import { startDueSchedules } from '../../server/features/delivery/deliveries/start/start.ts';
import type { Database } from '../../server/platform/database.ts';
import { AppError } from '../../server/platform/errors.ts';
import { createTestClock, eventually } from '../app.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { allDelivered, expectEachSentOnce, expectReconciled } from './support/deliveries.ts';
import { addRecipient, type Caller, registerCaller, scheduleLetter, writeLetter } from './support/people.ts';
import { mailThrough, makePlace } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { milliseconds, openRandomness } from './support/randomness.ts';
import { seedAtOnce } from './support/seed.ts';
import { openWorkbench } from './support/workbench.ts';

const due = new Date('2026-11-20T12:00:00Z');
const count = 400;
const changesAtOnce = 8;

/** Schedules that fall due this instant, and their owner, whose clock is a moment behind. */
async function lastMoment() {
  const place = await makePlace();
  const { db } = place;
  const smtp = await startSmtpServer();
  const { services } = await openWorkbench(place, { clock: createTestClock(due), smtpUrl: smtp.url });
  await seedAtOnce(db, { count, dueAt: due });
  await db.execute(sql`update users set subscription_plan = 'premium', email_verified_at = created_at`);
  const other = await db.execute<{ id: string }>(sql`
    insert into recipients (id, user_id, first_name, last_name, email, relationship, created_at, updated_at)
    select uuidv7(), user_id, 'Leo', last_name, 'leo@example.com', relationship, created_at, updated_at
    from recipients returning id`);
  const schedules = await db.execute<{ id: string }>(sql`select id from schedules order by due_at, id`);
  const [owner] = await db.select().from(users);
  if (!owner) throw new Error('Nothing was seeded');
  const ownersServices = { ...services, clock: createTestClock(new Date(due.getTime() - 1)) };
  const otherId = other.rows[0]?.id ?? '';
  return { db, services, ownersServices, owner, otherId, ids: schedules.rows.map(({ id }) => id) };
}

test('other people named while the sweep starts the schedule: they get it, and nobody else', async () => {
  const { db, services, ownersServices, owner, otherId, ids } = await lastMoment();
  const todo = [...ids];
  const accepted: string[] = [];
  const refused: string[] = [];
  const changing = Array.from({ length: changesAtOnce }, async () => {
    for (let id = todo.shift(); id; id = todo.shift()) {
      const change = changeSchedule(ownersServices, owner, id, { recipientIds: [otherId] });
      const outcome = await change.then(
        () => accepted,
        (error: unknown) =>
          error instanceof AppError && error.code === 'conflict' ? refused : Promise.reject(error),
      );
      outcome.push(id);
    }
  });
  await eventually(async () => accepted.length >= count / 4, 'changes to be under way');
  await startDueSchedules(services);
  await Promise.all(changing);
  await startDueSchedules(services);
  expect(accepted.length + refused.length).toBe(count);
  expect(refused.length).toBeGreaterThan(0);
  const toOther = sql`select 1 from delivery_queue where recipient_id = ${otherId}`;
  expect((await db.execute(toOther)).rowCount).toBe(accepted.length);
  const toNobodyNamed = sql`
    select 1 from delivery_queue d where not exists (
      select 1 from memory_recipients mr where mr.schedule_id = d.schedule_id and mr.recipient_id = d.recipient_id)`;
  expect((await db.execute(toNobodyNamed)).rowCount).toBe(0);
  expect(await findDifferences(db, due)).toEqual([]);
});

const perOwner = 30;
const owners = 2;
const spreadMilliseconds = 60;

interface LastCall {
  caller: Caller;
  scheduleId: string;
  email: string;
}

/** An owner with schedules for one person each, far in the future. */
async function manySchedules(address: string, db: Database): Promise<LastCall[]> {
  const caller = await registerCaller(address, db);
  const letter = await writeLetter(caller, address, db);
  const calls: LastCall[] = [];
  for (let n = 0; n < perOwner; n++) {
    const email = `maya.${n}.${caller.id}@example.com`;
    const recipient = await addRecipient(caller, address, email);
    const deliveryDate = new Date('2031-05-01T12:00:00Z');
    const plan = { memoryId: letter.id, recipientIds: [recipient.id], deliveryDate };
    const { id } = await scheduleLetter(caller, address, plan);
    calls.push({ caller, scheduleId: id, email });
  }
  return calls;
}

test('cancelled or put off around the very instant, with real processes: done and not sent, or refused and sent', async () => {
  const smtp = await startSmtpServer();
  const { db, env } = await makePlace(mailThrough(smtp.url));
  const randomness = openRandomness();
  const [web] = await Promise.all((['web', 'worker'] as const).map((role) => startProcess(env, { role })));
  const address = web?.address ?? '';
  const calls = (await Promise.all(Array.from({ length: owners }, () => manySchedules(address, db)))).flat();
  const dueAt = Date.now() + 1_500;
  const instant = new Date(dueAt).toISOString();
  await db.execute(sql`update schedules set due_at = ${instant}, delivery_date = ${instant}`);
  const answers = await Promise.all(
    calls.map(async ({ caller, scheduleId }, n) => {
      await milliseconds(dueAt - Date.now() - spreadMilliseconds / 2 + randomness.below(spreadMilliseconds));
      const path = `/api/schedules/${scheduleId}`;
      const json = { deliveryDate: '2031-06-01T12:00:00Z' };
      const change =
        n % 2 === 0 ? ({ method: 'DELETE', path } as const) : ({ method: 'PATCH', path, json } as const);
      return (await caller.call(address, change)).status;
    }),
  );
  const refused = answers.filter((status) => status === 409).length;
  expect(
    answers.filter((status) => ![200, 204, 409].includes(status)),
    `seed ${randomness.seed}`,
  ).toEqual([]);
  await allDelivered(db, refused);
  expectEachSentOnce(smtp, refused);
  const sentTo = new Set(smtp.messages.map(({ envelope }) => envelope.to[0]));
  expect(calls.map(({ email }) => sentTo.has(email))).toEqual(answers.map((status) => status === 409));
  await expectReconciled(db);
});
