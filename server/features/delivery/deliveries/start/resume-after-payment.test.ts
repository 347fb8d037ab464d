import { and, eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createSchedule } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { seedSchedules } from '../../../../../test/seed.ts';
import { claimFor, deliveriesOf, type Started, startDelivery } from '../../../../../test/started-delivery.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { lockRecipient } from '../../../people/recipients/recipients.ts';
import { deliveryQueue } from '../deliveries.table.ts';
import { holdDeliveriesTo } from '../deliveries.ts';
import { lockSchedulesOfRecipient } from '../plan/plan.ts';
import { findDifferences } from '../reconcile.ts';
import { deliverBatch } from '../send/deliver-batch.ts';
import { recordOutcomes } from '../send/record-outcomes.ts';
import { sendDelivery } from '../send/send-delivery.ts';
import { resumeAfterPayment } from './resume-after-payment.ts';
import { startDueSchedules } from './start.ts';

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { services, clock } = testApp;
const { db } = services;

/** Paid until this many minutes from now. */
const setPaid = (userId: string, minutes: number) =>
  db
    .update(users)
    .set({
      subscriptionPlan: 'basic',
      subscriptionStartDate: minutesAfter(clock.now(), -60 * 24 * 300),
      paidThrough: minutesAfter(clock.now(), minutes),
    })
    .where(eq(users.id, userId));
const pay = async ({ owner }: Started) => {
  await setPaid(owner.user.id, 60 * 24 * 20);
  await resumeAfterPayment(services, owner.user.id);
};

/** A letter that has just fallen due; its owner's plan lapsed a day before. */
async function unpaidLetter(people: Record<string, unknown>[] = [{}]): Promise<Started> {
  const email = `maya.${v7()}@example.com`;
  const started = await startDelivery(testApp, { people: people.map((person) => ({ email, ...person })) });
  await setPaid(started.owner.user.id, -60 * 24);
  return started;
}

const deliver = async (started: Started) =>
  deliverBatch(
    services,
    (await deliveriesOf(testApp, started)).map(({ id }) => id),
  );
const statesOf = async (started: Started) =>
  (await deliveriesOf(testApp, started)).map(({ status, waitingReason }) => waitingReason ?? status);
const mailsTo = (started: Started) =>
  mailTo(services, requireFound(started.recipients[0]?.email ?? undefined));

test('what is recorded after the payment, by an attempt that knows nothing of it, goes out all the same', async () => {
  const started = await unpaidLetter();
  const delivery = await claimFor(testApp, started);
  const outcome = await sendDelivery(services, delivery);
  expect(outcome).toEqual({ kind: 'waiting', reason: 'account_in_arrears' });
  await pay(started);
  await recordOutcomes(services, [{ delivery, outcome }]);
  expect(await statesOf(started)).toEqual(['pending']);
  await deliver(started);
  expect([await statesOf(started), (await mailsTo(started)).length]).toEqual([['delivered'], 1]);
});

test('two who share an address get a mail each once it is paid for', async () => {
  const started = await unpaidLetter([{ firstName: 'Maya' }, { firstName: 'Jonas' }]);
  await deliver(started);
  expect(await statesOf(started)).toEqual(['account_in_arrears', 'account_in_arrears']);
  // One mail for both, which says neither what it is nor who it is for.
  const told = and(eq(outboxMails.userId, started.owner.user.id), eq(outboxMails.kind, 'arrears-owner'));
  expect(await db.$count(outboxMails, told)).toBe(1);
  await pay(started);
  await deliver(started);
  expect(await statesOf(started)).toEqual(['delivered', 'delivered']);
  const greetings = (await mailsTo(started)).map(({ text }) => /Dear ([^,]+),/.exec(text)?.[1]);
  expect(greetings.toSorted()).toEqual(['Jonas', 'Maya']);
});

test('what goes by post waits as well, and is prepared once it is paid for', async () => {
  const started = await unpaidLetter([{ mailingAddress: 'Elm Street 1' }]);
  const deliveryDate = minutesAfter(clock.now(), 1).toISOString();
  const recipientIds = started.recipients.map(({ id }) => id);
  const what = { memoryId: started.memoryId, deliveryMethod: 'physical', deliveryDate, recipientIds };
  await setPaid(started.owner.user.id, 60);
  const parcel = { ...started, scheduleId: (await createSchedule(started.owner, what)).id };
  await setPaid(started.owner.user.id, -60 * 24);
  clock.advance(61);
  await startDueSchedules(services);
  expect(await statesOf(parcel)).toEqual(['account_in_arrears']);
  await pay(parcel);
  await deliver(parcel);
  expect(await statesOf(parcel)).toEqual(['physical_fulfilment']);
});

test('whoever is held when it is paid for stays held', async () => {
  const started = await unpaidLetter();
  await deliver(started);
  const recipientId = requireFound(started.recipients[0]).id;
  await inTransaction(db, async (tx) => {
    await lockSchedulesOfRecipient(tx, recipientId);
    await lockRecipient(tx, started.owner.user.id, recipientId);
    await holdDeliveriesTo(tx, services, { recipientId, actor: 'contact', at: clock.now() });
  });
  await pay(started);
  await deliver(started);
  expect([await statesOf(started), await mailsTo(started)]).toEqual([['held_by_trusted_contact'], []]);
});

test('more than one transaction of deliveries goes on, each once', async () => {
  const count = 1_100;
  const { ownerIds } = await seedSchedules(db, { count, dueAt: clock.now() });
  const userId = requireFound(ownerIds[0]);
  await setPaid(userId, -60 * 24);
  await startDueSchedules(services);
  const ofOwner = eq(deliveryQueue.userId, userId);
  const unpaid = { status: 'waiting', waitingReason: 'account_in_arrears', stoppedAt: clock.now() } as const;
  await db.update(deliveryQueue).set(unpaid).where(ofOwner);
  await setPaid(userId, 60 * 24 * 20);
  await db.execute(sql`delete from pgboss.job where name = 'deliver'`);
  for (let twice = 0; twice < 2; twice++) await resumeAfterPayment(services, userId);
  const { rows } = await db.execute<{ ids: number; deliveries: number }>(sql`
    select count(distinct delivery.id)::int as ids, count(*)::int as deliveries
    from pgboss.job cross join lateral jsonb_array_elements_text(data -> 'deliveryIds') as delivery (id) where name = 'deliver'`);
  expect(rows).toEqual([{ ids: count, deliveries: count }]);
  expect(await findDifferences(db, clock.now())).toEqual([]);
});
