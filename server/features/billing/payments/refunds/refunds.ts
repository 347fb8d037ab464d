import { sql } from 'drizzle-orm';
import type { RefundCause } from '../../../../../shared/billing/refunds.ts';
import { payRefund as payRefundJob } from '../../../../job-list.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import type { CheckoutSessionRow } from '../checkout-sessions/checkout-sessions.table.ts';
import { isPaidAtOnce } from './refund-state.ts';
import { refunds } from './refunds.table.ts';

export { type KnownPayment, noteRefundsAtProvider } from './refunds-at-provider.ts';
export { refundsByPayment } from './refunds-of-owner.ts';
export { countOwedRefunds } from './staff-refunds.ts';

const notGivenBack = { givenBackAt: null, reference: null, refusedAt: null, refusal: null };

/**
 * Owes a paid checkout session back to its payer, once. Where the cause follows from a rule (`isPaidAtOnce`) a job gives it
 * back; otherwise staff do. Of a part that somebody gave back on
 * the provider's pages the rest is owed. A new cause is listed in `refundCauses`, and the compiler then asks for the rest.
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
