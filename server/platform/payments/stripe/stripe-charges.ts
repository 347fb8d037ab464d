import Stripe from 'stripe';
import type { ChargeState, DisputeState, RefundOutcome, RefundState } from '../payments.ts';
import { asking, askingFor, expanded, fromSeconds, idOf } from './stripe-client.ts';

// A charge is a payment intent at Stripe.

const listed = 100;
const openAnswer = ['warning_needs_response', 'needs_response', 'appeal_needs_response'];
const openDecision = ['warning_under_review', 'under_review', 'appeal_under_review'];

interface Wanted {
  key: string;
  amountCents: number;
  refusals: number;
}

/**
 * Refunds what is left of a payment. Stripe forgets idempotency keys after a day, so ours is also in the refund's
 * metadata, where it is looked for first.
 */
export async function giveBack(
  stripe: Stripe,
  payment_intent: string | null,
  { key, amountCents, refusals }: Wanted,
): Promise<RefundOutcome> {
  if (!payment_intent) return { isMade: false, why: 'Nothing was charged to a card for this.' };
  const { data } = await asking(() => stripe.refunds.list({ payment_intent, limit: listed }));
  const made = data.filter((refund) => failureOf(refund) === null);
  const ours = made.find(({ metadata }) => metadata?.['refund'] === key);
  const latest = ours ?? made[0];
  const amount = amountCents - made.reduce((cents, refund) => cents + refund.amount, 0);
  if (latest && amount <= 0) return { isMade: true, reference: latest.id };
  const idempotencyKey = `refund-${key}-${refusals}-${amount}`;
  try {
    const refund = await stripe.refunds.create(
      { payment_intent, amount, metadata: { refund: key } },
      { idempotencyKey },
    );
    const failure = failureOf(refund);
    return failure === null ? { isMade: true, reference: refund.id } : { isMade: false, why: failure };
  } catch (error) {
    if (isRefusal(error)) return { isMade: false, why: error.message };
    return asking(() => Promise.reject(error));
  }
}

/** Stripe understood the request and refused it. */
function isRefusal(error: unknown): error is Stripe.errors.StripeError {
  const { StripeInvalidRequestError, StripeCardError } = Stripe.errors;
  return error instanceof StripeInvalidRequestError || error instanceof StripeCardError;
}

/** Null if the money was returned, or is on its way. */
function failureOf({ status, failure_reason }: Stripe.Refund): string | null {
  if (status !== 'failed' && status !== 'canceled') return null;
  return failure_reason ?? status;
}

export async function findStripeCharge(stripe: Stripe, id: string): Promise<ChargeState | undefined> {
  const intent = await askingFor(() => stripe.paymentIntents.retrieve(id));
  if (!intent) return undefined;
  const of = { payment_intent: id, limit: listed };
  const refunds = await asking(() => stripe.refunds.list(of));
  const disputes = await asking(() => stripe.disputes.list(of));
  const reference = intent.metadata['reference'] ?? null;
  const [paid] = reference
    ? []
    : (
        await asking(() =>
          stripe.invoicePayments.list({
            payment: { type: 'payment_intent', payment_intent: id },
            expand: ['data.invoice'],
          }),
        )
      ).data;
  const invoice = expanded(paid?.invoice as string | Stripe.Invoice | undefined);
  return {
    id,
    reference,
    subscriptionId: idOf(invoice?.parent?.subscription_details?.subscription),
    subscriptionPaymentId: invoice?.id ?? null,
    refunds: refunds.data.map(refundOf).toReversed(),
    disputes: disputes.data.map((dispute) => disputeOf(dispute, id)),
  };
}

function refundOf(refund: Stripe.Refund): RefundState {
  return {
    id: refund.id,
    amountCents: refund.amount,
    at: fromSeconds(refund.created),
    failure: failureOf(refund),
  };
}

function disputeOf(dispute: Stripe.Dispute, intent: string): DisputeState {
  const { id, amount, reason, created, evidence_details, livemode } = dispute;
  return {
    id,
    amountCents: amount,
    reason,
    status: statusOf(dispute),
    openedAt: fromSeconds(created),
    dueBy: evidence_details.due_by ? fromSeconds(evidence_details.due_by) : null,
    url: `https://dashboard.stripe.com/${livemode ? '' : 'test/'}payments/${intent}`,
  };
}

/** An early warning that led to nothing counts as won. */
function statusOf({ status }: Stripe.Dispute): DisputeState['status'] {
  if (openAnswer.includes(status)) return 'asked';
  if (openDecision.includes(status)) return 'looked-at';
  return status === 'lost' ? 'lost' : 'won';
}
