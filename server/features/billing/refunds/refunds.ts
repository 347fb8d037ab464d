import type { RefundCause } from '../../../../shared/billing/refunds.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import type { CheckoutSessionRow } from '../checkout-sessions/checkout-sessions.table.ts';
import { refunds } from './refunds.table.ts';

export { countOwedRefunds } from './staff-refunds.ts';

/** Puts a paid checkout session on the list of what staff give back, once. Nothing is paid out by it. */
export async function oweRefund(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { id: checkoutSessionId, amount, provider, paymentId, paidAt }: CheckoutSessionRow,
  cause: RefundCause,
): Promise<void> {
  const owedSince = clock.now();
  await tx
    .insert(refunds)
    .values({
      checkoutSessionId,
      cause,
      amount,
      provider,
      paymentId: paymentId ?? checkoutSessionId,
      paidAt: paidAt ?? owedSince,
      owedSince,
    })
    .onConflictDoNothing();
  await announceToStaff(tx);
}
