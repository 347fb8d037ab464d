import { eq, or, sql } from 'drizzle-orm';
import type { RefundCause } from '../../../../../shared/billing/refunds.ts';
import { payRefund as payRefundJob } from '../../../../job-list.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { type CheckoutSessionRow, checkoutSessions } from '../checkout-sessions/checkout-sessions.table.ts';
import { subscriptionPayments } from '../renewals/renewals.table.ts';
import { isPaidAtOnce } from './refund-state.ts';
import { refunds } from './refunds.table.ts';

export { countOwedRefunds } from './list-for-staff.ts';
export { type KnownPayment, noteRefundsAtProvider } from './refunds-at-provider.ts';

const notGivenBack = { givenBackAt: null, reference: null, refusedAt: null, refusal: null };

/**
 * Records once that a paid checkout session is owed back to its payer. If the cause follows from a rule (`isPaidAtOnce`),
 * a job refunds it; otherwise staff do. If a part was already refunded on the provider's own pages, the rest is owed.
 */
export async function oweRefund(
  tx: Tx,
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  { id: checkoutSessionId, amount, provider, paymentId, paidAt }: CheckoutSessionRow,
  cause: RefundCause,
): Promise<void> {
  const owedSince = clock.now();
  const startedAt = isPaidAtOnce(cause) ? owedSince : null;
  const [fresh] = await tx
    .insert(refunds)
    .values({
      checkoutSessionId,
      cause,
      amount,
      provider,
      paymentId: paymentId ?? checkoutSessionId,
      paidAt: paidAt ?? owedSince,
      owedSince,
      startedAt,
    })
    .onConflictDoUpdate({
      target: refunds.checkoutSessionId,
      set: { cause, amount, owedSince, startedAt, ...notGivenBack },
      setWhere: sql`${refunds.cause} = 'at-provider' and (${refunds.amount} < ${amount} or ${refunds.givenBackAt} is null)`,
    })
    .returning({ refundId: refunds.id });
  if (!fresh) return;
  if (startedAt) await jobs.enqueue(tx, payRefundJob, [fresh]);
  await announceToStaff(tx);
}

/** The same for the renewal of a subscription that should have ended; staff refund it. Does nothing if it is known already. */
export async function oweRenewalRefund(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  renewal: typeof subscriptionPayments.$inferSelect,
  cause: RefundCause,
): Promise<void> {
  const { id: subscriptionPaymentId, provider, providerId: paymentId, amountCents, paidAt } = renewal;
  await tx
    .insert(refunds)
    .values({
      ...{ subscriptionPaymentId, cause, provider, paymentId, paidAt },
      amount: amountCents / 100,
      owedSince: clock.now(),
    })
    .onConflictDoNothing();
  await announceToStaff(tx);
}

/** What was or will be refunded to the owner, in dollars, by the id of the checkout session or renewal. */
export async function refundsByPayment(
  db: Queryable,
  userId: string,
): Promise<Map<string, { amount: number; givenBackAt: Date | null }>> {
  const rows = await db
    .select({ refund: refunds })
    .from(refunds)
    .leftJoin(checkoutSessions, eq(checkoutSessions.id, refunds.checkoutSessionId))
    .leftJoin(subscriptionPayments, eq(subscriptionPayments.id, refunds.subscriptionPaymentId))
    .where(or(eq(checkoutSessions.userId, userId), eq(subscriptionPayments.userId, userId)));
  return new Map(
    rows.flatMap(({ refund: { checkoutSessionId, subscriptionPaymentId, amount, givenBackAt } }) => {
      const id = checkoutSessionId ?? subscriptionPaymentId;
      return id ? [[id, { amount, givenBackAt }]] : [];
    }),
  );
}
