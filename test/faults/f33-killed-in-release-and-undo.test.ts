// F33: kill -9 in the middle of a release, and in the middle of undoing one. Either all of it is there or nothing.
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findReleaseDifferences } from '../../server/features/after-death/death-cases/releases/reconcile.ts';
import { type Database, inTransaction } from '../../server/platform/database.ts';
import { eventually } from '../app.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { deliveryMails, expectReconciled } from './support/deliveries.ts';
import { addRecipient, type Caller, created, registerCaller, writeLetter } from './support/people.ts';
import { mailThrough, makePlace } from './support/place.ts';
import { launchProcess } from './support/processes.ts';

/** Kills the process while its transaction, started by `act`, waits for a schedule that another session has locked. */
async function killInTheMiddle(db: Database, act: () => Promise<unknown>, end: () => Promise<unknown>) {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select 1 from schedules for update`);
    await act();
    await eventually(async () => {
      const { rows } = await db.execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    }, 'the transaction to wait in its middle');
    await end();
    throw new Error('let go');
  }).catch((error: unknown) => {
    if (!(error instanceof Error) || error.message !== 'let go') throw error;
  });
}

/** Ends the objection window of a report. */
async function endWindow(db: Database, { id }: Caller) {
  await db.execute(sql`
    insert into death_reports (id, token_hash, alive_token_hash, state, reporter_name, reporter_email, relationship,
      timezone, confirmed_at, deceased_name, date_of_death, is_date_approximate, submitted_at, matched_at, user_id,
      proof_received_at, verified_at, objection_ends_at, created_at)
    values (uuidv7(), 'token', 'alive', 'objection_window', 'Sam', 'sam@example.com', 'child', 'UTC', now(), 'Ruth',
      '2026-01-01', false, now(), now(), ${id}, now(), now(), now() - interval '1 minute', now())`);
}

test('a release and its undoing are whole or not there, and go on after the next start', async () => {
  const smtp = await startSmtpServer();
  const place = await makePlace();
  const { db } = place;
  const env = { ...place.env, ...mailThrough(smtp.url) };
  const start = async () => {
    const started = await launchProcess(env);
    await started.ready;
    return started;
  };
  const first = await start();
  const owner = await registerCaller(first.address, db);
  const staff = await registerCaller(first.address, db);
  await db.execute(sql`update users set is_admin = true, two_factor_since = now() where id = ${staff.id}`);
  const { id: memoryId } = await writeLetter(owner, first.address, db);
  const { id: recipientId } = await addRecipient(owner, first.address, 'maya@example.com');
  const json = {
    memoryId,
    recipientIds: [recipientId],
    deliveryType: 'on_death',
    deliveryDate: new Date().toISOString(),
  };
  created(await owner.call(first.address, { method: 'POST', path: '/api/schedules', json }));
  const inForce = async () => {
    const { rows } = await db.execute<{ id: string }>(sql`select id from releases where revoked_at is null`);
    return rows.map(({ id }) => id);
  };
  const expectWhole = async () => {
    expect(await findReleaseDifferences(db)).toEqual([]);
    await expectReconciled(db);
  };

  await killInTheMiddle(
    db,
    () => endWindow(db, owner),
    () => first.end('SIGKILL'),
  );
  expect([await inForce(), deliveryMails(smtp)]).toEqual([[], []]);
  await expectWhole();

  const second = await start();
  await eventually(async () => deliveryMails(smtp).length === 1, 'the letter to arrive');
  await eventually(async () => {
    const { rows } = await db.execute(sql`select 1 from schedules where is_delivered`);
    return rows.length === 1;
  }, 'the delivery to be recorded');
  const [releaseId] = await inForce();
  const undo = {
    method: 'POST',
    path: `/api/admin/releases/${releaseId}/revoke`,
    json: { reason: 'A mistake' },
  } as const;
  await killInTheMiddle(
    db,
    async () => {
      staff.call(second.address, undo).catch(() => undefined);
    },
    () => second.end('SIGKILL'),
  );
  expect(await inForce()).toEqual([releaseId]);
  await expectWhole();

  const third = await start();
  expect((await staff.call(third.address, undo)).status).toBe(200);
  expect([await inForce(), deliveryMails(smtp).length]).toEqual([[], 1]);
  await expectWhole();
});
