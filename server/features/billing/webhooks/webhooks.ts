import { and, asc, eq, isNull, lt, notInArray, sql } from 'drizzle-orm';
import { applyPaymentNotice } from '../../../job-list.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import type { PaymentNotice } from '../../../platform/payments/payments.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import { findCheckoutByPayment } from '../payments/checkout-sessions/checkout-sessions.ts';
import { type PaymentEffects, settleCheckout } from '../payments/payment-events/payment-events.ts';
import { syncSubscription } from '../subscriptions/subscriptions.ts';
import { syncCharge } from './sync-charge.ts';
import { paymentNotices } from './webhooks.table.ts';

export { countFailedNotices } from './staff-actions.ts';

const lostAfterMinutes = 10;
const batchSize = 200;
const errorMaxCharacters = 500;
const isWaiting = and(isNull(paymentNotices.appliedAt), isNull(paymentNotices.setAsideAt));

/** Stores what the provider sent, by its id, for a job to look into; once, however often it is sent. */
export function receiveNotice(
  { db, jobs, clock, payments }: Pick<Services, 'db' | 'jobs' | 'clock' | 'payments'>,
  { id, type, paymentId, subscriptionId, chargeId }: PaymentNotice,
): Promise<void> {
  const now = clock.now();
  const isOurs = (paymentId ?? subscriptionId ?? chargeId) !== null;
  const noticeId = `${payments.name}:${id}`;
  return inTransaction(db, async (tx) => {
    const fresh = await tx
      .insert(paymentNotices)
      .values({
        id: noticeId,
        type,
        paymentId,
        subscriptionId,
        chargeId,
        receivedAt: now,
        appliedAt: isOurs ? null : now,
      })
      .onConflictDoNothing()
      .returning({ id: paymentNotices.id });
    if (fresh.length > 0 && isOurs) await jobs.enqueue(tx, applyPaymentNotice, [{ noticeId }]);
  });
}

/** Asks the provider about what a notice reports. Applying it again changes nothing. */
export async function applyNotice(
  services: Services,
  effects: PaymentEffects,
  noticeId: string,
): Promise<void> {
  const { db, clock } = services;
  const mine = eq(paymentNotices.id, noticeId);
  const [notice] = await db.select().from(paymentNotices).where(mine);
  if (!notice || notice.appliedAt || notice.setAsideAt) return;
  try {
    const { paymentId, subscriptionId, chargeId } = notice;
    const session = paymentId ? await findCheckoutByPayment(services, paymentId) : undefined;
    if (session) await settleCheckout(services, effects, session);
    if (subscriptionId) await syncSubscription(services, effects, subscriptionId);
    if (chargeId) await syncCharge(services, effects, chargeId);
  } catch (error) {
    await recordFailure(services, noticeId, error);
    throw error;
  }
  await inTransaction(db, async (tx) => {
    await tx.update(paymentNotices).set({ appliedAt: clock.now() }).where(mine);
    if (notice.failures > 0) await announceToStaff(tx);
  });
}

function recordFailure({ db }: Services, noticeId: string, error: unknown): Promise<void> {
  const lastError = String(error).slice(0, errorMaxCharacters);
  return inTransaction(db, async (tx) => {
    await tx
      .update(paymentNotices)
      .set({ failures: sql`${paymentNotices.failures} + 1`, lastError })
      .where(eq(paymentNotices.id, noticeId));
    await announceToStaff(tx);
  });
}

/** Timer: retries notices whose job was lost or gave up; those that failed often do not hold up the rest. */
export async function applyLostNotices(services: Services, effects: PaymentEffects): Promise<void> {
  const { db, clock, sweeps } = services;
  const lost = await db
    .select({ id: paymentNotices.id })
    .from(paymentNotices)
    .where(
      and(
        isWaiting,
        lt(paymentNotices.receivedAt, minutesAfter(clock.now(), -lostAfterMinutes)),
        notInArray(paymentNotices.id, sweeps.putOff('payment-notices')),
      ),
    )
    .orderBy(asc(paymentNotices.failures), asc(paymentNotices.receivedAt), asc(paymentNotices.id))
    .limit(batchSize);
  await sweeps.each('payment-notices', lost, ({ id }) => applyNotice(services, effects, id));
}
