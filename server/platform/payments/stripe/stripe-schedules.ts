import type Stripe from 'stripe';
import { monthsAfter } from '../../local-time.ts';
import { asking, expanded, fromSeconds, idOf, toSeconds } from './stripe-client.ts';
import { itemOf } from './stripe-state.ts';

/** A schedule is created in two steps, which take at most this long. */
const beingMadeSeconds = 10 * 60;

/** While a subscription has a schedule, it can only be changed through the schedule. */
export async function releaseSchedule(stripe: Stripe, { schedule }: Stripe.Subscription): Promise<void> {
  const id = idOf(schedule);
  if (id) await asking(() => stripe.subscriptionSchedules.release(id));
}

/**
 * Creates the schedule by which a subscription moves to its reduced price, if it should have one and has none. Returns
 * whether it did. Called at every read, which repairs subscriptions that a crash, an undone cancellation or a change
 * left without one, or with half a schedule.
 */
export async function keepStepDown(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  now: Date,
): Promise<boolean> {
  const { status, cancel_at_period_end, cancel_at, metadata, billing_cycle_anchor } = subscription;
  const item = itemOf(subscription);
  const { laterPrice, laterAfterMonths } = item.price.metadata;
  const begun = begunSchedule(subscription, now);
  const isKept = subscription.schedule !== null && !begun;
  if (status !== 'active' || isKept || cancel_at_period_end || cancel_at || !laterPrice) return false;
  // By Stripe's clock: a step a second after the beginning of a period would leave the whole period at the full price.
  const since = fromSeconds(Math.max(Number(metadata.priceSince ?? 0), billing_cycle_anchor));
  const stepAt = toSeconds(monthsAfter(since, Number(laterAfterMonths)));
  try {
    await schedulePhases(stripe, subscription, {
      until: Math.max(stepAt, item.current_period_end),
      nextPrice: laterPrice,
      begun,
    });
  } catch (error) {
    // Another process did it at the same time.
    const present = await asking(() => stripe.subscriptions.retrieve(subscription.id));
    if (!present.schedule) throw error;
  }
  return true;
}

/** It has had only its first phase for some time: whatever created it never added the next. */
function begunSchedule({ schedule }: Stripe.Subscription, now: Date): Stripe.SubscriptionSchedule | null {
  const present = expanded(schedule);
  if (present?.phases.length !== 1) return null;
  return present.created <= toSeconds(now) - beingMadeSeconds ? present : null;
}

/** Undoes what `scheduleChange` planned, if it has not taken effect. */
export function plannedChange({ schedule }: Stripe.Subscription): { price: string; key: string } | undefined {
  const present = expanded(schedule);
  const key = present?.status === 'active' ? present.metadata?.['nextKey'] : undefined;
  const price = idOf(present?.phases[1]?.items[0]?.price);
  return key && price ? { price, key } : undefined;
}

/** Charges another price from the next period on. */
export async function scheduleChange(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  next: { price: string; key: string },
): Promise<void> {
  const until = itemOf(subscription).current_period_end;
  await schedulePhases(stripe, subscription, { until, nextPrice: next.price, nextKey: next.key });
}

interface Phases {
  /** Until when the current price is charged. */
  until: number;
  nextPrice: string;
  nextKey?: string;
  /** Instead of a new schedule. */
  begun?: Stripe.SubscriptionSchedule | null;
}

async function schedulePhases(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  { until, nextPrice, nextKey, begun }: Phases,
): Promise<void> {
  const created =
    begun ??
    (await asking(() => stripe.subscriptionSchedules.create({ from_subscription: subscription.id })));
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
          items: [{ price: nextPrice, quantity: 1 }],
          // The schedule is then released and the subscription continues at this price, long before the end of a
          // period, so that the reduced price can be scheduled.
          duration: { interval: 'month', interval_count: 1 },
          proration_behavior: 'none',
          metadata: { priceSince: String(until) },
        },
      ],
    }),
  );
}
