import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import type { PaymentState } from '../../../../platform/payments/payments.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { record } from '../../../system/audit/audit.ts';
import type { CheckoutPurpose, CheckoutSessionRow } from '../checkout-sessions/checkout-sessions.table.ts';
import { updateCheckout } from '../checkout-sessions/checkout-sessions.ts';
import { sendReceipt } from '../tell-payer.ts';

export type PaidState = Extract<PaymentState, { status: 'paid' }>;

/**
 * Provides what was paid for, and returns a sentence or two about it for the receipt. Called once per paid session, in the
 * transaction that records the payment, with the owner's row locked. It never refuses: the money has already been taken.
 */
type PaymentEffect = (
  tx: Tx,
  services: Services,
  owner: UserRow,
  session: CheckoutSessionRow,
  paid: PaidState,
) => Promise<string>;

/** What a payment does, by its purpose. Passed in by `server/wiring.ts`, since most effects belong to other features. */
export type PaymentEffects = Readonly<Record<CheckoutPurpose, PaymentEffect>>;

interface Payment {
  owner: UserRow;
  session: CheckoutSessionRow;
  state: PaidState;
}

export async function applyPayment(
  tx: Tx,
  services: Services,
  effects: PaymentEffects,
  { owner, session: unpaid, state }: Payment,
): Promise<void> {
  const { paidAt, receiptUrl } = state;
  const session = { ...unpaid, paidAt, receiptUrl };
  await updateCheckout(tx, session.id, { paidAt, receiptUrl });
  await record(tx, services.clock.now(), {
    action: 'checkout.paid',
    actor: session.payerEmail ? 'payer' : owner.id,
    userId: owner.id,
    subjectId: session.id,
    details: { purpose: session.purpose, amount: session.amount, provider: session.provider },
  });
  const receipt = await effects[session.purpose](tx, services, owner, session, state);
  const { id, amount, payerEmail } = session;
  await sendReceipt(tx, services, owner, { id, amount, paidAt, receipt, payerEmail });
}

export async function recordUnpaid(
  tx: Tx,
  services: Services,
  { id, userId, payerEmail }: CheckoutSessionRow,
  type: 'declined' | 'cancelled',
  at: Date,
): Promise<void> {
  await updateCheckout(tx, id, type === 'declined' ? { declinedAt: at } : { cancelledAt: at });
  await record(tx, services.clock.now(), {
    action: `checkout.${type}`,
    actor: payerEmail ? 'payer' : userId,
    userId,
    subjectId: id,
  });
}
