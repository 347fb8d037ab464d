import type Stripe from 'stripe';
import { monthsAfter } from '../../local-time.ts';
import { asking, expanded, fromSeconds, idOf, toSeconds } from './stripe-client.ts';
import { itemOf } from './stripe-state.ts';

/** A schedule is made in two steps, which take this long at most. */
const beingMadeSeconds = 10 * 60;

/** While a schedule belongs to a subscription, Stripe changes it by the schedule only. */
export async function releaseSchedule(stripe: Stripe, { schedule }: Stripe.Subscription): Promise<void> {
  const id = idOf(schedule);
  if (id) await asking(() => stripe.subscriptionSchedules.release(id));
}

/**
 * Gives a subscription the schedule by which it moves to its reduced price, where it should have one and has none. True where
 * it did. Called at every look, so that one that a crash, a cancellation taken back or a change left without, or with a schedule
 * that was begun only, is mended.
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
  // By Stripe's clock: a step that came a second after a period began would leave that whole period at the full price.
  const since = fromSeconds(Math.max(Number(metadata.priceSince ?? 0), billing_cycle_anchor));
  const stepAt = toSeconds(monthsAfter(since, Number(laterAfterMonths)));
  try {
    await schedulePhases(stripe, subscription, {
      until: Math.max(stepAt, item.current_period_end),
      nextPrice: laterPrice,
      begun,
    });
  } catch (error) {
    // Another process that looked at the same time was first.
    const present = await asking(() => stripe.subscriptions.retrieve(subscription.id));
    if (!present.schedule) throw error;
  }
  return true;
}

/** One that has had only its first phase for some time: whatever created it never added the next. */
function begunSchedule({ schedule }: Stripe.Subscription, now: Date): Stripe.SubscriptionSchedule | null {
  const present = expanded(schedule);
  if (present?.phases.length !== 1) return null;
  return present.created <= toSeconds(now) - beingMadeSeconds ? present : null;
}

/** What `scheduleChange` planned, and has not come about. */
export function plannedChange({ schedule }: Stripe.Subscription): { price: string; key: string } | undefined {
  const present = expanded(schedule);
  const key = present?.status === 'active' ? present.metadata?.['nextKey'] : undefined;
  const price = idOf(present?.phases[1]?.items[0]?.price);
  return key && price ? { price, key } : undefined;
}

/** From the next period on another price is charged. */
export async function scheduleChange(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  next: { price: string; key: string },
): Promise<void> {
  const until = itemOf(subscription).current_period_end;
  await schedulePhases(stripe, subscription, { until, nextPrice: next.price, nextKey: next.key });
}

interface Phases {
  /** Until when the present price is charged. */
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
          // Then it is released, and goes on at this price: long before the end of a period, for the step down to be scheduled.
          duration: { interval: 'month', interval_count: 1 },
          proration_behavior: 'none',
          metadata: { priceSince: String(until) },
        },
      ],
    }),
  );
}
