import { eq } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import {
  type DeliveryRow,
  deliveryQueue,
  type WaitingReason,
} from '../../server/features/delivery/deliveries/deliveries.table.ts';
import {
  holdDeliveries,
  openHolds,
  releaseDeliveries,
} from '../../server/features/delivery/deliveries/holds/holds.ts';
import { recipients } from '../../server/features/people/recipients/recipients.table.ts';
import { auditChecks } from '../../server/features/staff/audit-log/audit-log.table.ts';
import { startCheck } from '../../server/features/staff/audit-log/check-log.ts';
import { minutesAfter } from '../../server/platform/clock.ts';
import { inTransaction } from '../../server/platform/database.ts';
import { checkMemory } from '../check-memory.ts';
import { createLetter, createPerson, createRecipient, createSchedule } from '../factories.ts';
import { releaseOwner } from '../released.ts';
import type { Question, RouteRows, Scene } from './row.ts';
import { freshStaffRow, staffRow } from './staff-row.ts';

const payload = { reason: 'Joins the morning shift' };

/** A delivery in the state given by `change`, so that the act fits it. Created without waiting, which would sign others out. */
const deliveryWith =
  (change: Partial<DeliveryRow>, more: object = {}) =>
  async ({ testApp }: Scene): Promise<Question> => {
    // Somebody else's, because nobody decides about their own.
    const owner = await createPerson(testApp);
    const { id: memoryId } = await createLetter(owner);
    await checkMemory(testApp.services, { memoryId, revision: 1 });
    const { id: recipientId, firstName, email } = await createRecipient(owner);
    const at = testApp.clock.now();
    const deliveryDate = minutesAfter(at, 60);
    const { id: scheduleId } = await createSchedule(owner, {
      memoryId,
      deliveryDate,
      recipientIds: [recipientId],
    });
    const times = { dueAt: deliveryDate, attemptAfter: deliveryDate, createdAt: at };
    const [delivery] = await testApp.services.db
      .insert(deliveryQueue)
      .values({
        scheduleId,
        recipientId,
        userId: owner.user.id,
        tokenHash: scheduleId,
        recipientFirstName: firstName,
        ...times,
        ...change,
      })
      .returning();
    if (!delivery) throw new Error('No delivery was made');
    const { id, status: state, waitingReason: reason, attemptCount } = delivery;
    const seen = { state, reason, attemptCount, address: email };
    return { params: { id }, payload: { reason: 'A test', seen, ...more } };
  };

const waiting = (waitingReason: WaitingReason) => ({ status: 'waiting' as const, waitingReason });
/** Somebody at its address has said that it is not for them. */
async function disowned(scene: Scene): Promise<Question> {
  const { db, clock } = scene.testApp.services;
  const question = await deliveryWith(waiting('not_theirs'))(scene);
  const id = String(question.params?.['id']);
  const [row] = await db.select().from(deliveryQueue).where(eq(deliveryQueue.id, id));
  await db
    .update(recipients)
    .set({ disownedAt: clock.now(), disownedAddress: recipients.email })
    .where(eq(recipients.id, row?.recipientId ?? ''));
  return question;
}

const withoutPayload = async (question: Promise<Question>): Promise<Question> => ({
  params: (await question).params ?? {},
});

/** Nothing stays on hold after the test, because the deliveries of the others have to be sent. */
async function notHeld({ testApp: { services } }: Scene): Promise<Question> {
  onTestFinished(async () => {
    await inTransaction(services.db, (tx) => releaseDeliveries(tx, services, { by: 'system' }));
  });
  return { payload };
}

async function held(scene: Scene): Promise<Question> {
  const { services } = scene.testApp;
  await inTransaction(services.db, (tx) =>
    holdDeliveries(tx, services, { reason: 'by-hand', message: 'A test' }),
  );
  await notHeld(scene);
  const seen = (await openHolds(services.db)).map(({ id }) => id);
  return { payload: { ...payload, seen } };
}

/** Somebody else's, because its owner could request nothing more. */
async function released({ testApp }: Scene): Promise<Question> {
  return { params: { id: await releaseOwner(testApp, await createPerson(testApp)) } };
}

async function notChecking({ testApp: { services } }: Scene): Promise<Question> {
  await services.db.update(auditChecks).set({ cancelledAt: services.clock.now() });
  return {};
}

async function checking(scene: Scene): Promise<Question> {
  await notChecking(scene);
  await startCheck(scene.testApp.services, scene.owner.user.id);
  return {};
}

export const staffRows: RouteRows = {
  'GET /api/admin/deliveries': staffRow(200),
  'GET /api/admin/deliveries/counts': staffRow(200),
  'GET /api/admin/deliveries/:id': staffRow(200, (scene) => withoutPayload(deliveryWith({})(scene))),
  'POST /api/admin/deliveries/:id/retry': staffRow(200, deliveryWith({ status: 'failed' })),
  'POST /api/admin/deliveries/:id/hold': freshStaffRow(200, deliveryWith({})),
  'DELETE /api/admin/deliveries/:id/hold': freshStaffRow(200, deliveryWith(waiting('held_by_staff'))),
  'POST /api/admin/deliveries/:id/address': freshStaffRow(
    201,
    deliveryWith(waiting('bad_address'), { email: 'better@example.com' }),
  ),
  'POST /api/admin/deliveries/:id/right-address': freshStaffRow(200, disowned),
  'POST /api/admin/deliveries/:id/settle': freshStaffRow(
    200,
    deliveryWith(waiting('outcome_unknown'), { outcome: 'send-again' }),
  ),
  'GET /api/admin/releases/:id': staffRow(200, released),
  'POST /api/admin/releases/:id/revoke': freshStaffRow(200, async (scene) => ({
    ...(await released(scene)),
    payload,
  })),
  'GET /api/admin/overview': staffRow(200),
  'GET /api/admin/overview/health': staffRow(200),
  'GET /api/admin/overview/deliveries': staffRow(200),
  'GET /api/admin/overview/promises': staffRow(200),
  'GET /api/admin/holds': staffRow(200),
  'GET /api/admin/holds/effect': staffRow(200),
  'GET /api/admin/holds/acts': staffRow(200),
  'POST /api/admin/holds': freshStaffRow(201, notHeld),
  'DELETE /api/admin/holds': freshStaffRow(200, held),
  'GET /api/admin/audit': staffRow(200),
  'POST /api/admin/audit/export': freshStaffRow(200, () => ({ payload })),
  'GET /api/admin/audit/check': staffRow(200),
  'POST /api/admin/audit/check': staffRow(200, notChecking),
  'DELETE /api/admin/audit/check': staffRow(200, checking),
};
