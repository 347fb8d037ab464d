import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { startTestApp } from '../test/app.ts';
import { createPerson } from '../test/factories.ts';
import { peopleSweeps } from '../test/people-sweeps.ts';
import { sunsetSweeps } from '../test/sunset-sweeps.ts';
import { type SweepCase, sweepRows } from '../test/sweep-rows.ts';
import { catchUpAfterRestores } from './features/delivery/deliveries/start/catch-up.ts';
import { requeueLostDeliveries } from './features/delivery/deliveries/start/sweep.jobs.ts';
import * as timer from './job-list.ts';
import { mailHandlers } from './mail-handlers.ts';
import { inTransaction } from './platform/database.ts';
import type { JobDefinition } from './platform/jobs.ts';
import { actEffects } from './wiring.ts';
import { timersOf } from './worker.ts';

// Of three rows that are due, the second cannot be handled: a trigger raises for it, or the payment provider fails.

const lines: string[] = [];
const testApp = await startTestApp({ env: { LOG_LEVEL: 'error' }, onLog: (line) => lines.push(line) });
const { db } = testApp.services;
const asked = new Set<string>();
let broken: string | undefined;
const ask = async (id: string) => {
  if (id === broken) throw new Error('The provider fails for this one');
  asked.add(id);
  return undefined;
};
const knowsNothing = { find: ask, findSubscription: ask, findCharge: ask, knowsCustomer: async () => false };
const payments = { ...testApp.services.payments, ...knowsNothing };
const services = { ...testApp.services, payments };
const timers = new Map(
  timersOf(
    services,
    { agrees: async () => true },
    {
      catchUp: catchUpAfterRestores(services, mailHandlers, actEffects),
      requeueLost: requeueLostDeliveries(services),
    },
  ).map(([{ name }, run]) => [name, run]),
);

const rows = sweepRows(testApp);
const { insert, ago, day, schedule, delivery } = rows;
const longAgo = ago(40 * day);
const booking = { session_type: 'individual', session_time: '14:00', place: null };

const cases: SweepCase[] = [
  {
    sweep: 'due-schedules',
    timer: timer.sweepDeliveries,
    table: 'schedules',
    values: (userId) => schedule(userId, { due_at: ago(1) }),
    done: sql`t.started_at is not null`,
  },
  {
    sweep: 'requeue-deliveries',
    timer: timer.sweepDeliveries,
    table: 'delivery_queue',
    values: (userId) => delivery(userId, { sweep_at: ago(1) }),
    done: sql`t.sweep_at > t.attempt_after + interval '2 minutes'`,
  },
  {
    sweep: 'lost-deliveries',
    timer: timer.sweepLostDeliveries,
    table: 'delivery_queue',
    values: (userId) => delivery(userId, { created_at: ago(20) }),
    done: sql`t.sweep_at is not null`,
  },
  {
    sweep: 'waiting-times',
    timer: timer.sweepWaitingTimes,
    table: 'delivery_queue',
    values: (userId) => delivery(userId, { attempt_after: ago(-400 * day), sweep_at: ago(-400 * day) }),
    done: sql`t.attempt_after < t.created_at + interval '1 day'`,
  },
  {
    sweep: 'bounces',
    timer: timer.settleBounces,
    table: 'bounces',
    values: async (userId) => ({ delivery_id: await insert('delivery_queue', await delivery(userId, {})) }),
    done: sql`t.settled_at is not null`,
  },
  {
    ...{ sweep: 'unanswered-addresses', timer: timer.sweepUnansweredAddresses, table: 'proposed_addresses' },
    values: async (userId) => {
      await insert('death_reports', { user_id: userId, state: 'released' });
      await db.execute(sql`update users set memorialised_at = ${ago(1)} where id = ${userId}`);
      const recipientId = await insert('recipients', {
        user_id: userId,
        first_name: 'Maya',
        email: 'maya@example.com',
      });
      return { recipient_id: recipientId, email: 'maya@example.org', proved_at: ago(2), tries_left: 5 };
    },
    done: sql`t.ended_at is not null`,
  },
  ...peopleSweeps(testApp, rows),
  {
    sweep: 'paid-deliveries',
    timer: timer.sweepPaidAgain,
    table: 'delivery_queue',
    values: (userId) =>
      delivery(userId, { status: 'waiting', waiting_reason: 'account_in_arrears', stopped_at: ago(1) }),
    done: sql`t.status <> 'waiting'`,
  },
  {
    sweep: 'time-zone-rules',
    timer: timer.sweepTimeZoneRules,
    table: 'schedules',
    values: (userId) =>
      schedule(userId, {
        timezone: 'America/New_York',
        local_date: '2031-05-04',
        delivery_date: '2031-05-04T17:00:00Z',
      }),
    done: sql`t.delivery_date = '2031-05-04T16:00:00Z'`,
  },
  {
    ...{ sweep: 'booking-holds', timer: timer.sweepBookings, table: 'counselor_bookings' },
    values: (userId) => ({ ...booking, user_id: userId, starts_at: ago(-2 * day), held_until: ago(1) }),
    done: sql`t.status = 'cancelled'`,
  },
  {
    ...{ sweep: 'unconfirmed-bookings', timer: timer.sweepBookings, table: 'counselor_bookings' },
    values: (userId) => ({ ...booking, user_id: userId, starts_at: ago(1), paid_at: ago(2 * day) }),
    done: sql`t.status = 'cancelled'`,
  },
  {
    sweep: 'received-reminders',
    timer: timer.sweepReminders,
    table: 'received_reminders',
    values: async (userId) => {
      const sent = await delivery(userId, { sent_to: 'maya@example.com', channel: 'email' });
      const recipientId = await insert('recipients', { user_id: userId });
      const deliveryId = await insert('delivery_queue', { ...sent, recipient_id: recipientId });
      const day = { remind_on: '2026-01-01', remind_at: ago(1) };
      return { recipient_id: recipientId, delivery_id: deliveryId, ...day };
    },
    done: sql`t.sent_at is not null`,
  },
  {
    ...{ sweep: 'yearly-mails', timer: timer.sweepYearlyMails, table: 'users' },
    values: () => ({ created_at: ago(368 * day) }),
    done: sql`exists (select from outbox_mails m where m.dedupe_key = 'yearly-mail:' || t.id || ':1')`,
    poison: {
      table: 'outbox_mails',
      on: 'insert',
      when: (id) => `new.dedupe_key = 'yearly-mail:${id}:1'`,
    },
  },
  {
    ...{ sweep: 'meeting-links', timer: timer.sweepMeetingLinks, table: 'counselor_bookings' },
    values: (userId) => ({
      ...{ ...booking, user_id: userId, status: 'confirmed', confirmed_at: ago(1) },
      ...{ starts_at: ago(-600), link_due_at: ago(1), meeting_link: 'https://meet.example/one' },
    }),
    done: sql`t.link_due_at is null`,
  },
  {
    ...{ sweep: 'new-devices', timer: timer.sweepSessions, table: 'sessions' },
    values: (userId) => ({ user_id: userId, is_new_device: true, created_at: ago(2) }),
    done: sql`exists (select from outbox_mails m where m.dedupe_key = 'new-device:' || t.id)`,
    poison: { table: 'outbox_mails', on: 'insert', when: (id) => `new.dedupe_key = 'new-device:${id}'` },
  },
  {
    sweep: 'held-mails',
    timer: timer.sweepHeldMails,
    table: 'outbox_mails',
    values: (userId) => ({ user_id: userId, kind: 'verify-email', held_until: ago(1) }),
    done: sql`t.held_until is null`,
  },
  {
    sweep: 'abandoned-mails',
    timer: timer.sweepAbandonedMails,
    table: 'outbox_mails',
    values: (userId) => ({ user_id: userId, kind: 'password-changed', claim_id: v7(), leased_until: ago(1) }),
    done: sql`t.leased_until is null`,
  },
  {
    sweep: 'old-mails',
    timer: timer.eraseMails,
    table: 'outbox_mails',
    values: (userId) => ({ user_id: userId, kind: 'verify-email', created_at: longAgo, sent_at: longAgo }),
  },
  {
    sweep: 'unsendable-mails',
    timer: timer.sweepUnsendableMails,
    table: 'outbox_mails',
    values: (userId) => ({ user_id: userId, kind: 'password-changed', created_at: longAgo, attempts: 3 }),
    done: sql`t.failed_at is not null`,
  },
  {
    sweep: 'ended-sessions',
    timer: timer.eraseSessions,
    table: 'sessions',
    values: (userId) => ({ user_id: userId, created_at: ago(400 * day) }),
  },
  {
    sweep: 'ended-challenges',
    timer: timer.eraseSignInChallenges,
    table: 'sign_in_challenges',
    values: (userId) => ({ user_id: userId, valid_until: ago(1) }),
  },
  {
    sweep: 'attempt-counts',
    timer: timer.sweepAttemptCounts,
    table: 'try_counts',
    key: 'key',
    values: () => ({ window_ends_at: ago(1) }),
  },
  {
    sweep: 'stuck-exports',
    timer: timer.sweepExports,
    table: 'account_exports',
    values: (userId) => ({ user_id: userId, requested_at: ago(7 * 60) }),
    done: sql`t.failed_at is not null`,
  },
  {
    sweep: 'expired-exports',
    timer: timer.eraseExports,
    table: 'account_exports',
    values: (userId) => ({ user_id: userId, ready_at: ago(50), available_until: ago(1) }),
  },
  {
    sweep: 'expired-uploads',
    timer: timer.eraseUploads,
    table: 'uploads',
    values: (userId) => ({ user_id: userId, expires_at: ago(1) }),
  },
  {
    sweep: 'report-drafts',
    timer: timer.eraseReportDrafts,
    table: 'death_reports',
    values: () => ({ created_at: ago(40 * day) }),
  },
  {
    sweep: 'unsettled-reports',
    timer: timer.sweepDeathReports,
    table: 'death_reports',
    values: () => ({ state: 'in_review', submitted_at: ago(1), unsettled_since: ago(1) }),
    done: sql`t.unsettled_since is null`,
  },
  {
    sweep: 'owner-questions',
    timer: timer.sweepDeathReports,
    table: 'owner_questions',
    values: (userId) => ({ user_id: userId, due_at: ago(1) }),
    done: sql`t.due_at is null`,
  },
  {
    sweep: 'window-questions',
    timer: timer.sweepDeathReports,
    table: 'death_reports',
    values: (userId) => ({
      ...{ user_id: userId, state: 'objection_window', submitted_at: ago(day), matched_at: ago(day) },
      ...{ verified_at: ago(10), objection_ends_at: ago(-2 * day), next_ask_at: ago(1) },
    }),
    done: sql`t.ask_count > 0`,
  },
  {
    sweep: 'windows',
    timer: timer.sweepDeathReports,
    table: 'death_reports',
    values: (userId) => ({
      ...{ user_id: userId, state: 'objection_window', submitted_at: ago(9 * day), matched_at: ago(9 * day) },
      ...{ verified_at: ago(5 * day), objection_ends_at: ago(1), not_before: ago(day) },
    }),
    done: sql`t.state = 'released'`,
  },
  {
    sweep: 'answer-reporters',
    timer: timer.sweepDeathReports,
    table: 'death_reports',
    values: () => ({
      ...{ state: 'rejected', submitted_at: ago(9 * day), matched_at: ago(9 * day) },
      ...{ rejected_at: ago(day), rejection_note: 'We could not read it.', review_due_at: ago(1) },
    }),
    done: sql`t.answered_at is not null`,
  },
  {
    sweep: 'missed-payments',
    timer: timer.sweepMissedPayments,
    table: 'checkout_sessions',
    values: (userId) => ({
      ...{ user_id: userId, provider: payments.name, payment_id: v7(), purpose: 'subscription' },
      ...{ expires_at: ago(5), created_at: ago(60) },
    }),
    poison: 'provider',
  },
  {
    sweep: 'payment-notices',
    timer: timer.sweepPaymentNotices,
    table: 'payment_notices',
    values: () => ({ subscription_id: v7(), received_at: ago(30) }),
    done: sql`t.applied_at is not null`,
  },
  {
    sweep: 'quiet-disputes',
    timer: timer.sweepDisputes,
    table: 'disputes',
    key: 'charge_id',
    values: () => ({ provider: payments.name, status: 'needs_response', synced_at: ago(2 * day) }),
    poison: 'provider',
  },
  {
    sweep: 'subscriptions',
    timer: timer.sweepSubscriptions,
    table: 'subscriptions',
    values: (userId) => ({
      ...{ user_id: userId, provider: payments.name, plan: 'basic', billing_period: 'monthly' },
      ...{ status: 'active', synced_at: ago(2 * day) },
    }),
    poison: 'provider',
  },
  {
    sweep: 'spent-keep-current-links',
    timer: timer.settleKeepCurrentLinks,
    table: 'keep_current_links',
    values: (userId) => ({ user_id: userId, settled_at: ago(400 * day) }),
  },
  {
    sweep: 'settle-keep-current-links',
    timer: timer.settleKeepCurrentLinks,
    table: 'keep_current_links',
    values: (userId) => ({ user_id: userId }),
    done: sql`t.settled_at is not null`,
  },
  {
    sweep: 'open-keep-current-links',
    timer: timer.openKeepCurrentLinks,
    table: 'users',
    values: () => ({ subscription_plan: 'basic', paid_through: ago(40 * day) }),
    done: sql`exists (select from keep_current_links k where k.user_id = t.id)`,
    poison: { table: 'keep_current_links', on: 'insert', when: (id) => `new.user_id = '${id}'` },
  },
  {
    sweep: 'arrears-notices',
    timer: timer.sweepArrears,
    table: 'users',
    values: () => ({ subscription_plan: 'basic', paid_through: ago(40 * day) }),
    done: sql`exists (select from arrears_notices a where a.user_id = t.id)`,
    poison: { table: 'arrears_notices', on: 'insert', when: (id) => `new.user_id = '${id}'` },
  },
  {
    sweep: 'unused-versions',
    timer: timer.eraseUnusedVersions,
    table: 'memory_versions',
    values: (userId) => ({ user_id: userId, type: 'letter' }),
  },
  {
    ...{ sweep: 'memories-to-erase', timer: timer.eraseAfterReleases, table: 'memories' },
    values: async (userId) => {
      await db.execute(sql`update users set memorialised_at = ${longAgo} where id = ${userId}`);
      return { user_id: userId, type: 'letter', delete_on_death_since: longAgo };
    },
  },
  ...sunsetSweeps(testApp, rows),
];

async function make({ table, values, key = 'id', poison }: SweepCase): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < 3; count++) {
    const { user } = await createPerson(testApp);
    const given = await values(user.id);
    if (table === 'users') {
      const set = Object.entries(given).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`);
      await db.execute(sql`update users set ${sql.join(set, sql`, `)} where id = ${user.id}`);
      ids.push(user.id);
    } else if (poison === 'provider') {
      const id = v7();
      const named = { payment_id: id, provider_id: id, charge_id: id };
      const own = Object.entries(named).filter(([name]) => providerColumns[table]?.includes(name));
      await insert(table, { ...given, ...Object.fromEntries(own) }, key);
      ids.push(id);
    } else ids.push(await insert(table, given, key));
  }
  return ids;
}

/** The columns by which the provider is asked. */
const providerColumns: Record<string, string[]> = {
  checkout_sessions: ['payment_id'],
  disputes: ['charge_id'],
  subscriptions: ['provider_id'],
};

/** Returns a function that ends the fault. */
async function breakOne(
  { table, key = 'id', done, poison }: SweepCase,
  id: string,
): Promise<() => Promise<unknown>> {
  if (poison === 'provider') {
    broken = id;
    return async () => {
      broken = undefined;
    };
  }
  const on = poison?.on ?? (done ? 'update' : 'delete');
  const when = poison?.when?.(id) ?? `old.${key} = '${id}'`;
  const target = poison?.table ?? table;
  await db.execute(
    sql.raw(`create function break_one() returns trigger language plpgsql as $$ begin raise exception 'This row is bad'; end $$;
    create trigger break_one before ${on} on ${target} for each row when (${when}) execute function break_one()`),
  );
  return () => db.execute(sql.raw(`drop trigger break_one on ${target}; drop function break_one()`));
}

async function isDone({ table, key = 'id', done, poison }: SweepCase, id: string): Promise<boolean> {
  if (poison === 'provider') return asked.has(id);
  const { rows } = await db.execute<{ done: boolean }>(
    sql`select ${done ?? sql`false`} as done from ${sql.identifier(table)} t where t.${sql.identifier(key)}::text = ${id}`,
  );
  return rows[0]?.done ?? !done;
}

async function failuresOf(sweep: string): Promise<number> {
  const metric = await services.metrics.registry.getSingleMetric('long_after_sweep_failures_total')?.get();
  return metric?.values.find(({ labels }) => labels.sweep === sweep)?.value ?? 0;
}

test.each(cases)(
  '$sweep: a bad row is counted, logged and tried again; the others are done',
  async (each) => {
    const ids = await make(each);
    const bad = ids[1] ?? '';
    const run = timers.get(each.timer.name);
    const mend = await breakOne(each, bad);
    const states = () => Promise.all(ids.map((id) => isDone(each, id)));
    try {
      await run?.();
      expect(await states()).toEqual([true, false, true]);
      expect(await failuresOf(each.sweep)).toBe(1);
      const said = lines.map((line) => JSON.parse(line) as object);
      expect(said).toContainEqual(expect.objectContaining({ sweep: each.sweep }));
      for (let times = 0; times < 20; times++) await run?.();
      expect(await failuresOf(each.sweep), 'it is not tried without a pause').toBe(2);
    } finally {
      await mend();
    }
    testApp.clock.advance(3);
    await run?.();
    expect(await states()).toEqual([true, true, true]);
  },
);

test.each([
  {
    job: timer.eraseAccount,
    sweep: timer.sweepDeletedAccounts,
    make: async () => {
      const { user } = await createPerson(testApp);
      await db.execute(sql`update users set deletion_requested_at = ${ago(15 * day)} where id = ${user.id}`);
      return { userId: user.id };
    },
  },
  {
    job: timer.buildExport,
    sweep: timer.sweepExports,
    make: async (userId: string) => ({ exportId: await insert('account_exports', { user_id: userId }) }),
  },
  {
    job: timer.payRefund,
    sweep: timer.sweepRefunds,
    make: async () => ({ refundId: await insert('refunds', { started_at: ago(1) }) }),
  },
  {
    job: timer.checkMemory,
    sweep: timer.sweepUncheckedMemories,
    make: async (userId: string) => {
      const values = { user_id: userId, type: 'photo', updated_at: ago(10) };
      return { memoryId: await insert('memories', values), revision: 1 };
    },
  },
  {
    job: timer.sendMails,
    sweep: timer.sweepLostMails,
    make: async (userId: string) => ({
      mailIds: [await insert('outbox_mails', { user_id: userId, kind: 'password-changed' })],
    }),
  },
])('$job.name: a job that waits for its next try keeps no other from being enqueued', async (each) => {
  const { jobs } = services;
  const job: JobDefinition & { subject: string } = each.job;
  const { user } = await createPerson(testApp);
  const payloads: object[] = [];
  for (let count = 0; count < 3; count++) payloads.push(await each.make(user.id));
  await inTransaction(db, (tx) => jobs.enqueue(tx, job, payloads.slice(1, 2), { startAfterSeconds: 3600 }));
  for (let times = 0; times < 2; times++) await timers.get(each.sweep.name)?.();
  const { rows } = await db.execute<{ data: object }>(
    sql`select data from pgboss.job where name = ${job.name}`,
  );
  for (const payload of payloads)
    expect(rows.filter(({ data }) => JSON.stringify(data).includes(subjectOf(payload, job)))).toHaveLength(1);
});

function subjectOf(payload: object, { subject }: { subject: string }): string {
  return JSON.stringify(new Map<string, unknown>(Object.entries(payload)).get(subject));
}
