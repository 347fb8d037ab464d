import type Stripe from 'stripe';
import { monthsAfter } from '../../local-time.ts';
import { asking, fromSeconds, idOf, toSeconds } from './stripe-client.ts';
import { itemOf } from './stripe-state.ts';

/** While a schedule belongs to a subscription, Stripe changes it by the schedule only. */
export async function releaseSchedule(stripe: Stripe, { schedule }: Stripe.Subscription): Promise<void> {
  const id = idOf(schedule);
  if (id) await asking(() => stripe.subscriptionSchedules.release(id));
}

/**
 * Gives a subscription the schedule by which it moves to its reduced price, where it should have one and has none. True where
 * it did. Called at every look, so that one that a crash, a cancellation taken back or a change left without is mended.
 */
export async function keepStepDown(stripe: Stripe, subscription: Stripe.Subscription): Promise<boolean> {
  const { status, schedule, cancel_at_period_end, cancel_at, metadata, start_date } = subscription;
  const item = itemOf(subscription);
  const { laterPrice, laterAfterMonths } = item.price.metadata;
  if (status !== 'active' || schedule || cancel_at_period_end || cancel_at || !laterPrice) return false;
  const since = fromSeconds(Number(metadata.priceSince ?? start_date));
  const stepAt = toSeconds(monthsAfter(since, Number(laterAfterMonths)));
  try {
    await schedulePhases(stripe, subscription, {
      until: Math.max(stepAt, item.current_period_end),
      next: { price: laterPrice, months: 1 },
    });
  } catch (error) {
    // Another process that looked at the same time was first.
    const present = await asking(() => stripe.subscriptions.retrieve(subscription.id));
    if (!present.schedule) throw error;
  }
  return true;
}

/** From the next period on another price is charged. */
export async function scheduleChange(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  next: { price: string; key: string; months: number },
): Promise<void> {
  const until = itemOf(subscription).current_period_end;
  await schedulePhases(stripe, subscription, { until, next, nextKey: next.key });
}

interface Phases {
  /** Until when the present price is charged. */
  until: number;
  next: { price: string; months: number };
  nextKey?: string;
}

async function schedulePhases(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  { until, next, nextKey }: Phases,
): Promise<void> {
  const created = await asking(() =>
    stripe.subscriptionSchedules.create({ from_subscription: subscription.id }),
  );
  const [present] = created.phases;
  const start = present?.start_date ?? itemOf(subscription).current_period_start;
  const price = itemOf(subscription).price.id;
  await asking(() =>
    stripe.subscriptionSchedules.update(created.id, {
      end_behavior: 'release',
      proration_behavior: 'none',
      ...(nextKey && { metadata: { nextKey } }),
      phases: [
        { items: [{ price, quantity: 1 }], start_date: start, end_date: until, proration_behavior: 'none' },
        {
          items: [{ price: next.price, quantity: 1 }],
          duration: { interval: 'month', interval_count: next.months },
          proration_behavior: 'none',
          metadata: { priceSince: String(until) },
        },
      ],
    }),
  );
}
