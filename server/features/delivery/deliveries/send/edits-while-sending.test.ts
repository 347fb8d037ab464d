import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { checkMemory } from '../../../../../test/check-memory.ts';
import { mediaFiles } from '../../../../../test/media.ts';
import { untilItWaits } from '../../../../../test/row-locks.ts';
import { claimFor, replacePhoto, spendRetries, startDelivery } from '../../../../../test/started-delivery.ts';
import { deliver, sendMails } from '../../../../job-list.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { deliveryQueue } from '../deliveries.table.ts';
import { resumeDeliveriesOfMemory, resumeDeliveriesOfRecipient } from '../deliveries.ts';
import { listSchedules } from '../plan/schedule-list.ts';
import type { ClaimedDelivery } from './claim.ts';
import { deliverBatch } from './deliver-batch.ts';
import type { Outcome } from './outcome.ts';
import { recordOutcomes } from './record-outcomes.ts';
import { sendDelivery } from './send-delivery.ts';

const clock = createTestClock('2030-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db, jobs } = services;

const photo = await mediaFiles.photo.jpeg();

/** A due delivery and its claim: of a letter, or of a replaced photo that waits for review again. */
async function claimed({ isApproved = true, person = {} } = {}) {
  const started = await startDelivery(testApp, { people: [person], ...(!isApproved && { photo }) });
  const { owner, memoryId } = started;
  const recipient = requireFound(started.recipients[0]);
  if (!isApproved) await replacePhoto(owner, memoryId, photo);
  const delivery = await claimFor(testApp, started);
  const correct = async (change: object) => {
    const { version: _, ...fields } = recipient;
    const payload = { ...fields, ...change };
    const answer = await owner.request({ method: 'PUT', url: `/api/recipients/${recipient.id}`, payload });
    expect(answer.statusCode).toBe(200);
  };
  return { owner, memoryId, recipient, delivery, correct };
}

async function rowOf({ id }: ClaimedDelivery) {
  const [row] = await db.select().from(deliveryQueue).where(eq(deliveryQueue.id, id));
  return row;
}

const auditOf = async ({ id }: ClaimedDelivery) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)).map(
    ({ action }) => action,
  );

const refused: Outcome = { kind: 'waiting', reason: 'bad_address', message: '550 no such person' };
const pending = { status: 'pending', waitingReason: null, errorMessage: null };

describe('edits while a delivery is being sent', () => {
  test('a memory approved after the claim does not wait for another approval', async () => {
    const { memoryId, delivery } = await claimed({ isApproved: false });
    const outcome = await sendDelivery(services, delivery);
    expect(outcome).toEqual({ kind: 'waiting', reason: 'memory_under_review' });
    await checkMemory(services, { memoryId, revision: 2 });
    const before = await jobs.backlog(deliver);
    await recordOutcomes(services, [{ delivery, outcome }]);
    const row = await rowOf(delivery);
    expect(row).toMatchObject({ ...pending, attemptAfter: clock.now(), retryingSeconds: 0 });
    expect(row?.sweepAt).not.toBeNull();
    expect(await jobs.backlog(deliver)).toBe(before + 1);
    expect(await auditOf(delivery)).toEqual(['delivery.waiting', 'delivery.resumed']);
    await deliverBatch(services, [delivery.id]);
    expect(await rowOf(delivery)).toMatchObject({ status: 'delivered' });
  });

  test('a memory that is not approved yet waits for it', async () => {
    const { memoryId, delivery } = await claimed({ isApproved: false });
    await recordOutcomes(services, [{ delivery, outcome: await sendDelivery(services, delivery) }]);
    expect(await rowOf(delivery)).toMatchObject({ status: 'waiting', waitingReason: 'memory_under_review' });
    await checkMemory(services, { memoryId, revision: 2 });
    expect(await rowOf(delivery)).toMatchObject(pending);
  });

  test('the owner is told when the file that was put in its place cannot be opened', async () => {
    const { owner, memoryId, delivery } = await claimed({ isApproved: false });
    await recordOutcomes(services, [{ delivery, outcome: await sendDelivery(services, delivery) }]);
    const said = async () => {
      const [schedule] = (await listSchedules(services, owner.user.id)).schedules;
      return schedule?.recipients[0]?.waitingReason;
    };
    expect(await said()).toBe('The memory is being checked. It goes out as soon as it is approved.');
    await db.update(memories).set({ heldAs: 'unreadable' }).where(eq(memories.id, memoryId));
    expect(await said()).toBe(
      'Its file cannot be opened. Please replace it, and it goes out as soon as it is approved.',
    );
  });

  test('recording the outcome waits for an approval that is being written', async () => {
    const { memoryId, delivery } = await claimed({ isApproved: false });
    const outcome = await sendDelivery(services, delivery);
    const recording = await inTransaction(db, async (tx) => {
      await tx.update(memories).set({ isApproved: true }).where(eq(memories.id, memoryId));
      await resumeDeliveriesOfMemory(tx, services, memoryId);
      const recorded = recordOutcomes(services, [{ delivery, outcome }]);
      await untilItWaits(testApp, recorded);
      return { recorded };
    });
    await recording.recorded;
    expect(await rowOf(delivery)).toMatchObject(pending);
  });

  test.each([
    ['refused', refused, {}],
    ['missing', { kind: 'waiting', reason: 'no_address' } as const, { email: undefined }],
  ])('a corrected address that was %s gets it, and nobody is asked', async (_what, outcome, person) => {
    const { delivery, correct } = await claimed({ person });
    const email = `new.${delivery.id}@example.com`;
    await correct({ email });
    const asked = await jobs.backlog(sendMails);
    await recordOutcomes(services, [{ delivery, outcome }]);
    expect(await rowOf(delivery)).toMatchObject(pending);
    expect(await jobs.backlog(sendMails)).toBe(asked);
    await deliverBatch(services, [delivery.id]);
    expect(await rowOf(delivery)).toMatchObject({ status: 'delivered', sentTo: email });
  });

  test('a corrected name starts nothing: it waits for an address, and the owner is asked', async () => {
    const { delivery, correct } = await claimed();
    await correct({ firstName: 'Maia' });
    const asked = await jobs.backlog(sendMails);
    await recordOutcomes(services, [{ delivery, outcome: refused }]);
    expect(await rowOf(delivery)).toMatchObject({
      status: 'waiting',
      waitingReason: 'bad_address',
    });
    expect(await jobs.backlog(sendMails)).toBe(asked + 1);
  });

  test('recording the outcome waits for an address that is being written', async () => {
    const { recipient, delivery } = await claimed();
    const recording = await inTransaction(db, async (tx) => {
      const email = `new.${delivery.id}@example.com`;
      await tx.update(recipients).set({ email }).where(eq(recipients.id, recipient.id));
      await resumeDeliveriesOfRecipient(tx, services, recipient.id, []);
      const recorded = recordOutcomes(services, [{ delivery, outcome: refused }]);
      await untilItWaits(testApp, recorded);
      return { recorded };
    });
    await recording.recorded;
    expect(await rowOf(delivery)).toMatchObject(pending);
  });
});

describe('a delivery that failed after seven days', () => {
  const failIt = async (delivery: ClaimedDelivery) => {
    await spendRetries(testApp, delivery);
    await recordOutcomes(services, [
      { delivery, outcome: { kind: 'later', unknown: false, message: '451 later' } },
    ]);
  };

  test('starts again at a changed address, with another seven days', async () => {
    const { delivery, correct } = await claimed();
    await failIt(delivery);
    expect(await rowOf(delivery)).toMatchObject({ status: 'failed', errorMessage: '451 later' });
    await correct({ firstName: 'Maia' });
    expect(await rowOf(delivery)).toMatchObject({ status: 'failed' });
    await correct({ email: `new.${delivery.id}@example.com` });
    expect(await rowOf(delivery)).toMatchObject({ ...pending, retryingSeconds: 0 });
    await deliverBatch(services, [delivery.id]);
    expect(await rowOf(delivery)).toMatchObject({ status: 'delivered' });
  });

  test('starts again at an address changed during its last attempt', async () => {
    const { delivery, correct } = await claimed();
    await correct({ email: `new.${delivery.id}@example.com` });
    await failIt(delivery);
    expect(await rowOf(delivery)).toMatchObject(pending);
  });
});
