import type Stripe from 'stripe';
import type { SubscriptionPayment, SubscriptionState } from '../payments.ts';
import { asking, askingFor, expanded, fromSeconds, idOf } from './stripe-client.ts';

/** How long a renewal in progress counts as paid; Stripe keeps its invoice as a draft for an hour. */
const chargingHours = 24;
const paymentsRead = 100;

export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`subscription ${subscription.id} has no item`);
  return item;
}

/** Expanded with what the functions below read. */
export function readSubscription(stripe: Stripe, id: string): Promise<Stripe.Subscription | undefined> {
  return askingFor(() => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice', 'schedule'] }));
}

export async function stateOf(stripe: Stripe, subscription: Stripe.Subscription): Promise<SubscriptionState> {
  const { id, metadata, customer, start_date } = subscription;
  const schedule = expanded(subscription.schedule);
  const priceKey = itemOf(subscription).price.metadata.key ?? '';
  const paid = await paidInvoicesOf(stripe, id);
  const next = schedule?.status === 'active' ? schedule.metadata?.nextKey : undefined;
  return {
    id,
    customerId: idOf(customer) ?? '',
    reference: metadata.reference ?? '',
    status: statusOf(subscription),
    priceKey,
    startedAt: fromSeconds(start_date),
    paidThrough: paidThroughOf(subscription, paid),
    endsAt: endOf(subscription),
    isUnpaid: subscription.cancellation_details?.reason === 'payment_failed',
    isBeingCharged: !isPeriodPaid(subscription),
    nextPriceKey: next && next !== priceKey ? next : null,
    payments: paid.map(toPayment),
  };
}

function statusOf({ status }: Stripe.Subscription): SubscriptionState['status'] {
  switch (status) {
    case 'active':
    case 'trialing':
      return 'active';
    case 'past_due':
    case 'unpaid':
    case 'paused':
      return 'overdue';
    case 'incomplete':
      return 'incomplete';
    default:
      return 'ended';
  }
}

export function isPeriodPaid({ latest_invoice }: Stripe.Subscription): boolean {
  return expanded(latest_invoice)?.status === 'paid';
}

/** Stripe begins the next period before it is paid, and the one after that too. */
function paidThroughOf(subscription: Stripe.Subscription, paid: readonly Stripe.Invoice[]): Date | null {
  const { current_period_start, current_period_end } = itemOf(subscription);
  if (isPeriodPaid(subscription)) return fromSeconds(current_period_end);
  if (subscription.status === 'incomplete' || subscription.status === 'incomplete_expired') return null;
  const isCharging = subscription.status === 'active';
  const ends = paid.flatMap(({ lines }) => lines.data.map(({ period }) => period.end));
  const paidUntil = Math.min(current_period_start, ends.length > 0 ? Math.max(...ends) : Infinity);
  return fromSeconds(paidUntil + (isCharging ? chargingHours * 3600 : 0));
}

function endOf({ ended_at, cancel_at, cancel_at_period_end, ...rest }: Stripe.Subscription): Date | null {
  if (ended_at) return fromSeconds(ended_at);
  if (cancel_at) return fromSeconds(cancel_at);
  const [item] = rest.items.data;
  return cancel_at_period_end && item ? fromSeconds(item.current_period_end) : null;
}

/** The latest, newest first. */
async function paidInvoicesOf(stripe: Stripe, subscription: string): Promise<Stripe.Invoice[]> {
  const { data } = await asking(() =>
    stripe.invoices.list({ subscription, status: 'paid', limit: paymentsRead }),
  );
  return data;
}

function toPayment(invoice: Stripe.Invoice): SubscriptionPayment {
  const { id, status_transitions, created, amount_paid, hosted_invoice_url } = invoice;
  return {
    id,
    paidAt: fromSeconds(status_transitions.paid_at ?? created),
    amountCents: amount_paid,
    invoiceUrl: hosted_invoice_url ?? null,
  };
}
