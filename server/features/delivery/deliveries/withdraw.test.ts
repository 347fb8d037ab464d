import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { createRecipient } from '../../../../test/factories.ts';
import { firstMailTo, mailTo, receivedTokenIn } from '../../../../test/mailbox.ts';
import { claimFor, deliveriesOf, type Started, startDelivery } from '../../../../test/started-delivery.ts';
import { sendMails } from '../../../job-list.ts';
import { found } from '../../../platform/errors.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { memoryRecipients, schedules } from '../schedules/schedules.table.ts';
import { claimDeliveries, leaseSeconds } from './claim.ts';
import { deliverBatch } from './deliver-batch.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { deliveryToken } from './deliveries.ts';
import { findDifferences } from './reconcile.ts';
import { recordOutcomes } from './record-outcomes.ts';
import { mailsWithoutAnswer } from './retries.ts';
import { type Outcome, sendDelivery } from './send-delivery.ts';
import { startDueSchedules } from './start.ts';

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

async function removePerson({ owner, recipients }: Started, index = 0): Promise<void> {
  const url = `/api/recipients/${recipients[index]?.id}?force=true`;
  expect((await owner.request({ method: 'DELETE', url })).statusCode).toBe(200);
}

async function deleteMemory({ owner, memoryId }: Started): Promise<void> {
  const answer = await owner.request({ method: 'DELETE', url: `/api/memories/${memoryId}` });
  expect(answer.statusCode).toBe(204);
}

/** Claims what is for one of the people and writes down what became of it. */
async function settle(started: Started, index: number, outcome?: Outcome): Promise<void> {
  const delivery = await claimFor(testApp, started, started.recipients[index]);
  await recordOutcomes(services, [
    { delivery, outcome: outcome ?? (await sendDelivery(services, delivery)) },
  ]);
}

/** Whoever has the link reads that it was taken back. */
async function expectTakenBack(deliveryId: string): Promise<void> {
  const url = `/api/received/${deliveryToken(services, deliveryId)}/open`;
  const opened = await testApp.app.inject({ method: 'POST', url });
  expect(opened.json()).toMatchObject({ memories: [{ withdrawn: true, content: null }] });
}

async function expectReconciled(): Promise<void> {
  expect(await findDifferences(db, clock.now())).toEqual([]);
}

describe('a person removed while their delivery is on its way', () => {
  test.each([
    ['refused', refused],
    ['put off', deferred],
  ])('%s: it goes, and the schedule can be given to somebody else', async (_what, outcome) => {
    const started = await startDelivery(testApp);
    const delivery = await claimFor(testApp, started);
    await removePerson(started);
    await recordOutcomes(services, [{ delivery, outcome }]);
    expect(await deliveriesOf(testApp, started)).toEqual([]);
    expect(await scheduleOf(started)).toMatchObject({ startedAt: null, dueAt: null, isDelivered: false });
    const ben = await createRecipient(started.owner, { firstName: 'Ben' });
    const url = `/api/schedules/${started.scheduleId}`;
    const payload = { recipientIds: [ben.id] };
    // Its day is over: with somebody to receive it, it falls due at once.
    expect((await started.owner.request({ method: 'PATCH', url, payload })).statusCode).toBe(200);
    expect((await scheduleOf(started))?.dueAt).not.toBeNull();
    clock.advance(1);
    await startDueSchedules(services);
    await settle({ ...started, recipients: [ben] }, 0);
    expect(await scheduleOf(started)).toMatchObject({ isDelivered: true });
    await expectReconciled();
  });

  test('sent all the same: it is delivered, and so is the schedule', async () => {
    const started = await startDelivery(testApp);
    const delivery = await claimFor(testApp, started);
    await removePerson(started);
    await recordOutcomes(services, [{ delivery, outcome: await sendDelivery(services, delivery) }]);
    expect(await deliveriesOf(testApp, started)).toMatchObject([{ status: 'delivered', recipientId: null }]);
    expect(await scheduleOf(started)).toMatchObject({ isDelivered: true });
    await expectReconciled();
  });

  test('the others have it already: the schedule is delivered then', async () => {
    const started = await startDelivery(testApp, { people: people.slice(0, 2) });
    const delivery = await claimFor(testApp, started);
    await settle(started, 1);
    await removePerson(started);
    await recordOutcomes(services, [{ delivery, outcome: refused }]);
    expect(await deliveriesOf(testApp, started)).toMatchObject([{ status: 'delivered' }]);
    expect(await scheduleOf(started)).toMatchObject({ isDelivered: true });
    await expectReconciled();
  });

  test('its worker died: whoever takes it up sends nothing and takes it out', async () => {
    const started = await startDelivery(testApp);
    const { id } = await claimFor(testApp, started);
    await removePerson(started);
    clock.advance(leaseSeconds + 1);
    await deliverBatch(services, [id]);
    expect(await deliveriesOf(testApp, started)).toEqual([]);
    expect(await scheduleOf(started)).toMatchObject({ startedAt: null });
    expect(await mailTo(services, started.recipients[0]?.email ?? '')).toEqual([]);
  });

  test('a claim that was lost meanwhile takes nothing out', async () => {
    const started = await startDelivery(testApp);
    const early = await claimFor(testApp, started);
    await removePerson(started);
    clock.advance(leaseSeconds + 1);
    const [late] = await claimDeliveries(services, [early.id]);
    await recordOutcomes(services, [{ delivery: early, outcome: refused }]);
    expect(await deliveriesOf(testApp, started)).toMatchObject([{ status: 'sending' }]);
    await recordOutcomes(services, [{ delivery: found(late), outcome: refused }]);
    expect(await deliveriesOf(testApp, started)).toEqual([]);
  });
});

describe('a memory deleted while one has it, one waits and one is on its way', () => {
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
    ['put off', deferred],
  ])('%s: it goes, and with it who it was for', async (_what, outcome) => {
    const { started, delivery } = await halfDelivered();
    await recordOutcomes(services, [{ delivery, outcome }]);
    expect(await deliveriesOf(testApp, started)).toMatchObject([{ status: 'delivered' }]);
    expect(await namedIn(started)).toBe(1);
    expect(await scheduleOf(started)).toMatchObject({ isDelivered: true });
    await expectReconciled();
  });

  test('sent: it is delivered, and its link says that it was taken back', async () => {
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

  test('its worker died: whoever takes it up sends nothing and takes it out', async () => {
    const { started, delivery } = await halfDelivered();
    clock.advance(leaseSeconds + 1);
    await deliverBatch(services, [delivery.id]);
    expect(await deliveriesOf(testApp, started)).toMatchObject([{ status: 'delivered' }]);
    expect(await namedIn(started)).toBe(1);
    await expectReconciled();
  });

  test('the only one was on its way and did not go out: nothing is left of the schedule', async () => {
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

describe('a memory deleted after a mail to which nobody answered', () => {
  const kept = { status: 'waiting', waitingReason: 'memory_withdrawn', sweepAt: null };

  /** Its mail may have arrived, and then it was given up so, or waits for its next try. */
  async function unanswered(unansweredMails: number) {
    const started = await startDelivery(testApp);
    const delivery = await claimFor(testApp, started);
    await recordOutcomes(services, [{ delivery: { ...delivery, unansweredMails }, outcome: silence }]);
    return { started, id: delivery.id };
  }

  /** Nothing goes out of it whatever happens, and whoever got it reads why it is empty. */
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
    ['waits for its next try', 0],
    ['waits for its owner to ask', mailsWithoutAnswer - 1],
  ])('it %s: its link says that it was taken back, and nothing more goes out', async (_what, mails) => {
    const { started, id } = await unanswered(mails);
    await deleteMemory(started);
    await expectKept(started, id);
  });

  test.each([
    ['to which nobody answers', silence],
    ['that is refused', refused],
    ['that is put off', deferred],
  ])('it is on its way once more, in a mail %s', async (_what, outcome) => {
    const { started, id } = await unanswered(0);
    await db.update(deliveryQueue).set({ attemptAfter: clock.now() }).where(eq(deliveryQueue.id, id));
    const delivery = await claimFor(testApp, started);
    await deleteMemory(started);
    await recordOutcomes(services, [{ delivery, outcome }]);
    await expectKept(started, id);
  });

  test('it was on its way for the first time: the link says that it was taken back', async () => {
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

  test('opened since: it is delivered, and its owner is not told of what they took back', async () => {
    const { started, id } = await unanswered(0);
    await deleteMemory(started);
    const confirmations = await services.jobs.backlog(sendMails);
    await expectTakenBack(id);
    expect(await deliveriesOf(testApp, started)).toMatchObject([{ status: 'delivered' }]);
    expect(await services.jobs.backlog(sendMails)).toBe(confirmations);
    await expectReconciled();
  });

  test('its person is removed too: the link says so still', async () => {
    const { started, id } = await unanswered(0);
    await deleteMemory(started);
    await removePerson(started);
    expect(await deliveriesOf(testApp, started)).toMatchObject([{ ...kept, recipientId: null }]);
    await expectTakenBack(id);
    await expectReconciled();
  });

  test('of several people it stays for those whose mail may have arrived', async () => {
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
