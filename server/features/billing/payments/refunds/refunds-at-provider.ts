import { eq } from 'drizzle-orm';
import { centsOf } from '../../../../../shared/dollars.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import type { ChargeState, RefundState } from '../../../../platform/payments/payments.ts';
import { record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { findPayer, tellPayer } from '../tell-payer.ts';
import { refundStateOf } from './refund-state.ts';
import { type RefundRow, refunds } from './refunds.table.ts';

/** A payment known to us, and whether it is a first one or a renewal. */
export interface KnownPayment {
  checkoutSessionId: string | null;
  subscriptionPaymentId: string | null;
  provider: string;
  /** The provider's own id of it. */
  paymentId: string;
  paidAt: Date;
}

/**
 * Takes over the provider's report of what was refunded of a payment, including on its own pages. A refund that was made stays
 * so unless the provider, which knows it, says that one of its refunds has failed: an old answer that comes after a newer one does no harm.
 */
export async function noteRefundsAtProvider(
  tx: Tx,
  services: Services,
  payment: KnownPayment,
  charge: ChargeState,
): Promise<void> {
  const made = charge.refunds.filter(({ failure }) => failure === null);
  const latest = made.at(-1);
  const amount = made.reduce((cents, { amountCents }) => cents + amountCents, 0) / 100;
  const known = await lockRefund(tx, payment);
  if (!known && latest) return insertFound(tx, services, payment, { amount, latest });
  if (!known) return;
  const failed = charge.refunds.findLast(({ failure }) => failure !== null);
  const isOurs = charge.refunds.some(({ id }) => id === known.reference);
  const isShort = centsOf(amount) < centsOf(known.amount);
  if (known.givenBackAt && isOurs && isShort && failed) return recordFailure(tx, services, known, failed);
  if (known.cause === 'at-provider' && latest && amount > known.amount)
    return settle(tx, services, { ...known, amount }, latest);
  const isCovered = latest && centsOf(amount) >= centsOf(known.amount);
  if (isCovered && refundStateOf(known) !== 'given-back') await settle(tx, services, known, latest);
}

async function lockRefund(
  tx: Tx,
  { checkoutSessionId, subscriptionPaymentId }: KnownPayment,
): Promise<RefundRow | undefined> {
  const ofPayment = checkoutSessionId
    ? eq(refunds.checkoutSessionId, checkoutSessionId)
    : eq(refunds.subscriptionPaymentId, subscriptionPaymentId ?? '');
  const [row] = await tx.select().from(refunds).where(ofPayment).for('update');
  return row;
}

/** We did not owe this refund: somebody made it on the provider's pages. */
async function insertFound(
  tx: Tx,
  services: Services,
  payment: KnownPayment,
  { amount, latest }: { amount: number; latest: RefundState },
): Promise<void> {
  const { checkoutSessionId, subscriptionPaymentId, provider, paymentId, paidAt } = payment;
  const [row] = await tx
    .insert(refunds)
    .values({
      ...{ checkoutSessionId, subscriptionPaymentId, provider, paymentId, paidAt, amount },
      cause: 'at-provider',
      owedSince: latest.at,
    })
    .onConflictDoNothing()
    .returning();
  if (row) await settle(tx, services, row, latest);
}

async function settle(tx: Tx, services: Services, refund: RefundRow, { id: reference, at }: RefundState) {
  const { id, amount, cause } = refund;
  const after = { amount, givenBackAt: at, reference, refusedAt: null, refusal: null };
  await tx.update(refunds).set(after).where(eq(refunds.id, id));
  const payer = await findPayer(tx, refund);
  await record(tx, services.clock.now(), {
    action: refundStateOf(refund) === 'refunding' ? 'refund.paid' : 'refund.found',
    actor: 'system',
    ...(payer && { userId: payer.id }),
    subjectId: id,
    details: { amount, cause },
    after: { reference },
  });
  await tellPayer(tx, services, payer, { ...refund, reference });
  await announceToStaff(tx);
}

/** The payer's bank sent it back. */
async function recordFailure(tx: Tx, services: Services, refund: RefundRow, { failure }: RefundState) {
  const { id, amount, cause, refusals, reference } = refund;
  const now = services.clock.now();
  const refusal = `It came back from the payer’s bank: ${failure}`;
  await tx
    .update(refunds)
    .set({ givenBackAt: null, reference: null, refusedAt: now, refusal, refusals: refusals + 1 })
    .where(eq(refunds.id, id));
  const payer = await findPayer(tx, refund);
  await record(tx, now, {
    action: 'refund.refused',
    actor: 'system',
    ...(payer && { userId: payer.id }),
    subjectId: id,
    details: { amount, cause },
    before: { reference },
    after: { refusal },
  });
  await announceToStaff(tx);
}
