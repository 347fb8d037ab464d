import type Stripe from 'stripe';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { Cancellation, PaymentProvider, RecurringPrice } from '../payments.ts';
import { asking, askingFor, expanded } from './stripe-client.ts';
import { keepStepDown, plannedChange, releaseSchedule, scheduleChange } from './stripe-schedules.ts';
import { isPeriodPaid, itemOf, readSubscription, stateOf } from './stripe-state.ts';

type Acts = Pick<PaymentProvider, 'findSubscription' | 'change' | 'previewChange' | 'cancel' | 'resume'>;

const hasEnded = () => new AppError('conflict', 'This subscription has ended. Nothing has changed.');

/** Begins a new period at this price, with credit for the unused part of the current one. */
function changeAtOnce(subscription: Stripe.Subscription, price: string) {
  return {
    items: [{ id: itemOf(subscription).id, price }],
    billing_cycle_anchor: { type: 'now' as const },
    proration_behavior: 'always_invoice' as const,
    cancel_at_period_end: false,
  };
}

/** Whether a change was made although its answer was lost: what was planned before must not replace it then. */
async function hasPrice(stripe: Stripe, id: string, price: string): Promise<boolean> {
  const present = await readSubscription(stripe, id);
  return present !== undefined && itemOf(present).price.id === price;
}

async function cancel(stripe: Stripe, id: string, cancellation: Cancellation): Promise<void> {
  const subscription = await readSubscription(stripe, id);
  if (!subscription || subscription.ended_at) return;
  const isPaid = isPeriodPaid(subscription);
  if (cancellation.at === 'period-end' && isPaid) {
    await releaseSchedule(stripe, subscription);
    await asking(() => stripe.subscriptions.update(id, { cancel_at_period_end: true }));
    return;
  }
  await stopDraft(stripe, subscription);
  // Stripe would also credit a period that was never paid.
  const credits = cancellation.at === 'now' && cancellation.creditsUnused && isPaid;
  await askingFor(() => stripe.subscriptions.cancel(id, { prorate: credits, invoice_now: credits }));
}

/** Once a subscription ends, Stripe by itself stops collecting its finalized invoices only; that of a renewal is a draft for an hour. */
async function stopDraft(stripe: Stripe, { latest_invoice }: Stripe.Subscription): Promise<void> {
  const latest = expanded(latest_invoice);
  if (latest?.status !== 'draft') return;
  await askingFor(() => stripe.invoices.update(latest.id, { auto_advance: false }));
}

export function stripeSubscriptionActs(
  stripe: Stripe,
  clock: Clock,
  priceId: (price: RecurringPrice) => Promise<string>,
): Acts {
  /** Releases its schedule, so that it can be changed directly. */
  async function unscheduled(id: string): Promise<Stripe.Subscription> {
    const subscription = await readSubscription(stripe, id);
    if (!subscription || subscription.ended_at) throw hasEnded();
    await releaseSchedule(stripe, subscription);
    return subscription;
  }

  async function renewAgain(id: string): Promise<void> {
    await asking(() => stripe.subscriptions.update(id, { cancel_at_period_end: false }));
  }

  return {
    async findSubscription(id) {
      const subscription = await readSubscription(stripe, id);
      if (!subscription) return undefined;
      const isMended = await keepStepDown(stripe, subscription, clock.now());
      const present = isMended ? await readSubscription(stripe, id) : subscription;
      return present && stateOf(stripe, present);
    },
    async change(id, price, when) {
      const subscription = await unscheduled(id);
      const newPrice = await priceId(price);
      if (when === 'period-end') {
        if (subscription.cancel_at_period_end) await renewAgain(id);
        return scheduleChange(stripe, subscription, { price: newPrice, key: price.key });
      }
      const atOnce = changeAtOnce(subscription, newPrice);
      try {
        await asking(() =>
          stripe.subscriptions.update(id, { ...atOnce, payment_behavior: 'error_if_incomplete' }),
        );
      } catch (error) {
        if (await hasPrice(stripe, id, newPrice)) return;
        const planned = plannedChange(subscription);
        if (planned) await scheduleChange(stripe, subscription, planned);
        throw error;
      }
    },
    async previewChange(id, price) {
      const subscription = await readSubscription(stripe, id);
      if (!subscription || subscription.ended_at) throw hasEnded();
      const subscription_details = changeAtOnce(subscription, await priceId(price));
      const invoice = await asking(() =>
        stripe.invoices.createPreview({ subscription: id, subscription_details }),
      );
      return invoice.amount_due;
    },
    cancel: (id, cancellation) => cancel(stripe, id, cancellation),
    async resume(id) {
      await unscheduled(id);
      await renewAgain(id);
    },
  };
}
