import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { createRecipient } from '../../../../test/factories.ts';
import { firstMailTo, mailTo, receivedTokenIn } from '../../../../test/mailbox.ts';
import { claimFor, deliveriesOf, type Started, startDelivery } from '../../../../test/started-delivery.ts';
import { sendMails } from '../../../job-list.ts';
import { inTransaction } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { leaseSeconds } from '../../outbox/messages/messages.ts';
import { mailsWithoutAnswer } from '../../outbox/messages/retries/retries.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { deliveryQueue, memoryRecipients, schedules } from './deliveries.table.ts';
import { deliveryToken } from './message/message.ts';
import { passOnDeliveries } from './recipient/recipient.ts';
import { findDifferences } from './reconcile.ts';
import { claimDeliveries } from './send/claim.ts';
import { deliverBatch } from './send/deliver-batch.ts';
import type { Outcome } from './send/outcome.ts';
import { recordOutcomes } from './send/record-outcomes.ts';
import { sendDelivery } from './send/send-delivery.ts';
import { startDueSchedules } from './start/start.ts';

const clock = createTestClock('2030-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db } = services;

const refused: Outcome = { kind: 'waiting', reason: 'bad_address', message: '550 no such person' };
const deferred: Outcome = { kind: 'later', unknown: false, message: '451 later' };
const silence: Outcome = { kind: 'later', unknown: true, message: 'the connection ended' };
const people = [{}, { firstName: 'Ben' }, { firstName: 'Leo' }];

async function scheduleOf({ scheduleId }: Started) {
  const [row] = await db.select().from(schedules).where(eq(schedules.id, scheduleId));
  return row;
}

const namedIn = ({ scheduleId }: Started) =>
  db.$count(memoryRecipients, eq(memoryRecipients.scheduleId, scheduleId));

async function removeRecipient({ owner, recipients: [recipient] }: Started): Promise<void> {
  const url = `/api/recipients/${recipient?.id}?force=true`;
  expect((await owner.request({ method: 'DELETE', url })).statusCode).toBe(200);
}

async function deleteMemory({ owner, memoryId }: Started): Promise<void> {
  const answer = await owner.request({
    method: 'DELETE',
    url: `/api/memories/${memoryId}?received=withdraw`,
  });
  expect(answer.statusCode).toBe(204);
}

/** Claims the delivery to one of the recipients and records the outcome of its attempt. */
async function settle(started: Started, index: number, outcome?: Outcome): Promise<void> {
  const delivery = await claimFor(testApp, started, started.recipients[index]);
  await recordOutcomes(services, [
    { delivery, outcome: outcome ?? (await sendDelivery(services, delivery)) },
  ]);
}

/** The link says that the memory was taken back. */
async function expectTakenBack(deliveryId: string): Promise<void> {
  const url = `/api/received/${deliveryToken(services, deliveryId)}/open`;
  const opened = await testApp.app.inject({ method: 'POST', url });
  expect(opened.json()).toMatchObject({ memories: [{ withdrawn: true, content: null }] });
}

async function expectReconciled(): Promise<void> {
  expect(await findDifferences(db, clock.now())).toEqual([]);
}

describe('a recipient removed while their delivery is being sent', () => {
  test.each([
    ['refused', refused],
    ['deferred', deferred],
  ])(
    '%s: the delivery is deleted, and the schedule can be given to somebody else',
    async (_what, outcome) => {
      const started = await startDelivery(testApp);
      const delivery = await claimFor(testApp, started);
      await removeRecipient(started);
      await recordOutcomes(services, [{ delivery, outcome }]);
      expect(await deliveriesOf(testApp, started)).toEqual([]);
      expect(await scheduleOf(started)).toMatchObject({ startedAt: null, dueAt: null, isDelivered: false });
      const ben = await createRecipient(started.owner, { firstName: 'Ben' });
      const url = `/api/schedules/${started.scheduleId}`;
      const payload = { recipientIds: [ben.id] };
      // Its date has passed, so with a new recipient it falls due at once.
      expect((await started.owner.request({ method: 'PATCH', url, payload })).statusCode).toBe(200);
      expect((await scheduleOf(started))?.dueAt).not.toBeNull();
      clock.advance(1);
      await startDueSchedules(services);
      await settle({ ...started, recipients: [ben] }, 0);
      expect(await scheduleOf(started)).toMatchObject({ isDelivered: true });
      await expectReconciled();
    },
  );

  test('sent all the same: the delivery and its schedule are delivered', async () => {
    const started = await startDelivery(testApp);
    const delivery = await claimFor(testApp, started);
    await removeRecipient(started);
    await recordOutcomes(services, [{ delivery, outcome: await sendDelivery(services, delivery) }]);
    expect(await deliveriesOf(testApp, started)).toMatchObject([{ status: 'delivered', recipientId: null }]);
    expect(await scheduleOf(started)).toMatchObject({ isDelivered: true });
    await expectReconciled();
  });

  test('delivered to all the others: the schedule is delivered', async () => {
    const started = await startDelivery(testApp, { people: people.slice(0, 2) });
    const delivery = await claimFor(testApp, started);
    await settle(started, 1);
    await removeRecipient(started);
    await recordOutcomes(services, [{ delivery, outcome: refused }]);
    expect(await deliveriesOf(testApp, started)).toMatchObject([{ status: 'delivered' }]);
    expect(await scheduleOf(started)).toMatchObject({ isDelivered: true });
    await expectReconciled();
  });

  test('its worker died: the next one sends nothing and deletes the delivery', async () => {
    const started = await startDelivery(testApp);
    const { id } = await claimFor(testApp, started);
    await removeRecipient(started);
    clock.advance(leaseSeconds + 1);
    await deliverBatch(services, [id]);
    expect(await deliveriesOf(testApp, started)).toEqual([]);
    expect(await scheduleOf(started)).toMatchObject({ startedAt: null });
    expect(await mailTo(services, started.recipients[0]?.email ?? '')).toEqual([]);
  });

  test('an attempt whose claim was lost removes nothing', async () => {
    const started = await startDelivery(testApp);
    const early = await claimFor(testApp, started);
    await removeRecipient(started);
    clock.advance(leaseSeconds + 1);
    const [late] = await claimDeliveries(services, [early.id]);
    await recordOutcomes(services, [{ delivery: early, outcome: refused }]);
    expect(await deliveriesOf(testApp, started)).toMatchObject([{ status: 'sending' }]);
    await recordOutcomes(services, [{ delivery: requireFound(late), outcome: refused }]);
    expect(await deliveriesOf(testApp, started)).toEqual([]);
  });
});

describe('a memory deleted while one delivery is made, one waits and one is being sent', () => {
  async function halfDelivered() {
    const started = await startDelivery(testApp, { people });
    await settle(started, 0);
    await settle(started, 1, refused);
    const delivery = await claimFor(testApp, started, started.recipients[2]);
    await deleteMemory(started);
    expect(await namedIn(started)).toBe(2);
    await expectReconciled();
    return { started, delivery };
  }

  test.each([
    ['refused', refused],
    ['deferred', deferred],
  ])('%s: the delivery is deleted, and its recipient removed from the schedule', async (_what, outcome) => {
    const { started, delivery } = await halfDelivered();
    await recordOutcomes(services, [{ delivery, outcome }]);
    expect(await deliveriesOf(testApp, started)).toMatchObject([{ status: 'delivered' }]);
    expect(await namedIn(started)).toBe(1);
    expect(await scheduleOf(started)).toMatchObject({ isDelivered: true });
    await expectReconciled();
  });

  test('sent: it is delivered, and its link says that the memory was taken back', async () => {
    const { started, delivery } = await halfDelivered();
    await recordOutcomes(services, [{ delivery, outcome: await sendDelivery(services, delivery) }]);
    expect(await deliveriesOf(testApp, started)).toMatchObject([
      { status: 'delivered' },
      { status: 'delivered' },
    ]);
    await expectReconciled();
    const token = receivedTokenIn(await firstMailTo(services, started.recipients[2]?.email ?? ''));
    const opened = await testApp.app.inject({ method: 'POST', url: `/api/received/${token}/open` });
    expect(opened.json()).toMatchObject({ memories: [{ withdrawn: true, content: null }] });
  });

  test('its worker died: the next one sends nothing and deletes the delivery', async () => {
    const { started, delivery } = await halfDelivered();
    clock.advance(leaseSeconds + 1);
    await deliverBatch(services, [delivery.id]);
    expect(await deliveriesOf(testApp, started)).toMatchObject([{ status: 'delivered' }]);
    expect(await namedIn(started)).toBe(1);
    await expectReconciled();
  });

  test('not sent to its only recipient: nothing is left of the schedule', async () => {
    const started = await startDelivery(testApp);
    const delivery = await claimFor(testApp, started);
    await deleteMemory(started);
    await recordOutcomes(services, [{ delivery, outcome: deferred }]);
    expect(await scheduleOf(started)).toBeUndefined();
    const written = await db.select().from(auditLog).where(eq(auditLog.subjectId, started.scheduleId));
    expect(written.map(({ action }) => action)).toContain('schedule.cancelled');
    await expectReconciled();
  });
});

describe('a memory deleted after a mail of unknown outcome', () => {
  const kept = { status: 'waiting', waitingReason: 'memory_withdrawn', sweepAt: null };

  /** A delivery whose mail may have arrived, and that now waits for its next attempt or for its owner. */
  async function unanswered(unansweredMails: number) {
    const started = await startDelivery(testApp);
    const delivery = await claimFor(testApp, started);
    await recordOutcomes(services, [{ delivery: { ...delivery, unansweredMails }, outcome: silence }]);
    return { started, id: delivery.id };
  }

  /** Nothing more is sent, whatever happens, and the link says that the memory was taken back. */
  async function expectKept(started: Started, id: string): Promise<void> {
    expect(await deliveriesOf(testApp, started)).toMatchObject([kept]);
    expect(await scheduleOf(started)).toMatchObject({ isDelivered: true });
    await expectReconciled();
    const [person] = started.recipients;
    const url = `/api/recipients/${person?.id}`;
    const payload = { ...person, email: `another.${id}@example.com` };
    expect((await started.owner.request({ method: 'PUT', url, payload })).statusCode).toBe(200);
    expect(await deliveriesOf(testApp, started)).toMatchObject([kept]);
    clock.advance(7 * 60 * 60);
    await deliverBatch(services, [id]);
    expect(await mailTo(services, payload.email)).toEqual([]);
    await expectTakenBack(id);
    await expectReconciled();
  }

  test.each([
    ['its next attempt', 0],
    ['its owner', mailsWithoutAnswer - 1],
  ])('while waiting for %s: its link says so, and nothing more is sent', async (_what, mails) => {
    const { started, id } = await unanswered(mails);
    await deleteMemory(started);
    await expectKept(started, id);
  });

  test.each([
    ['is not answered', silence],
    ['is refused', refused],
    ['is deferred', deferred],
  ])('while a second mail is being sent, which %s: nothing more is sent', async (_what, outcome) => {
    const { started, id } = await unanswered(0);
    await db.update(deliveryQueue).set({ attemptAfter: clock.now() }).where(eq(deliveryQueue.id, id));
    const delivery = await claimFor(testApp, started);
    await deleteMemory(started);
    await recordOutcomes(services, [{ delivery, outcome }]);
    await expectKept(started, id);
  });

  test('while the first mail is being sent: its link says so', async () => {
    const started = await startDelivery(testApp);
    const delivery = await claimFor(testApp, started);
    await deleteMemory(started);
    await recordOutcomes(services, [{ delivery, outcome: silence }]);
    expect(await deliveriesOf(testApp, started)).toMatchObject([
      { ...kept, sentTo: started.recipients[0]?.email },
    ]);
    const written = await db.select().from(auditLog).where(eq(auditLog.subjectId, delivery.id));
    expect(written.map(({ action }) => action)).toEqual(['delivery.outcome-unknown', 'delivery.waiting']);
    await expectKept(started, delivery.id);
  });

  test('opened later: it is delivered, but not confirmed to the owner who deleted it', async () => {
    const { started, id } = await unanswered(0);
    await deleteMemory(started);
    const confirmations = await services.jobs.backlog(sendMails);
    await expectTakenBack(id);
    expect(await deliveriesOf(testApp, started)).toMatchObject([{ status: 'delivered' }]);
    expect(await services.jobs.backlog(sendMails)).toBe(confirmations);
    await expectReconciled();
  });

  test('with the recipient removed too: the link still says so', async () => {
    const { started, id } = await unanswered(0);
    await deleteMemory(started);
    await removeRecipient(started);
    expect(await deliveriesOf(testApp, started)).toMatchObject([{ ...kept, recipientId: null }]);
    await expectTakenBack(id);
    await expectReconciled();
  });

  test('with several recipients: kept for those whose mail may have arrived', async () => {
    const started = await startDelivery(testApp, { people });
    await settle(started, 0, silence);
    await settle(started, 1, refused);
    await settle(started, 2);
    await deleteMemory(started);
    expect(await deliveriesOf(testApp, started)).toMatchObject([kept, { status: 'delivered' }]);
    expect(await namedIn(started)).toBe(2);
    await expectReconciled();
  });
});

test('what was taken back is passed on to nobody', async () => {
  const started = await startDelivery(testApp, { people });
  await settle(started, 0, silence);
  await deleteMemory(started);
  const [from, to] = started.recipients.map(({ id }) => id);
  const passingOn = {
    actor: 'system',
    userId: started.owner.user.id,
    from: requireFound(from),
    to: requireFound(to),
  };
  expect(await inTransaction(db, (tx) => passOnDeliveries(tx, services, passingOn))).toBe(0);
  expect(await namedIn(started)).toBe(1);
});
