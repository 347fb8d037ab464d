import { desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { whenToChange } from '../../../../shared/billing/billing.ts';
import type { SeenPlan, SubscriptionChanged } from '../../../../shared/billing/subscriptions.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { formatDollarsAndCents } from '../../../../shared/dollars.ts';
import { plans } from '../../../../shared/plans.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { AppError, requireFound } from '../../../platform/errors.ts';
import type { PaymentEffects } from '../payments/payment-events/payment-events.ts';
import { requireSelling } from '../payments/payments.ts';
import { subscriptionPayments } from '../payments/renewals/renewals.table.ts';
import { type Owner, withChangeLease } from './change-lease.ts';
import { allStays } from './change-texts.ts';
import { currentOf } from './current-subscription.ts';
import { requireChange, requireSeen } from './preview-change.ts';
import { type Choice, nameOf, priceFor } from './prices.ts';
import type { SubscriptionRow } from './subscriptions.table.ts';
import { syncSubscription } from './sync-subscriptions.ts';

type Changed = z.output<typeof SubscriptionChanged>;

/**
 * Changes what the owner pays for: to a greater plan, or the same one for longer, at once; to anything else
 * at the end of the period. 409 without a plan that renews, if nothing would change, if it is not what was
 * `seen`, if another device is changing it, if the card is refused, and while nothing new is sold.
 */
export async function changePlan(
  services: Services,
  effects: PaymentEffects,
  owner: Owner,
  choice: Choice,
  seen?: z.output<typeof SeenPlan>,
): Promise<Changed> {
  await requireSelling(services.db);
  return withChangeLease(services, effects, owner, async (held) => {
    if (seen) await requireSeen(services, held, choice, seen);
    requireChange(held, choice);
    const when = whenToChange(held, choice);
    const before = plans[held.plan].name;
    const earlier = await lastPayment(services.db, held);
    await services.payments.change(held.providerId, priceFor(choice), when);
    return afterwards(services, effects, owner, (until, latest) =>
      when === 'now'
        ? `You have ${nameOf(choice)} from now on, paid until ${until}. ${paidText(earlier, latest)}What was left of ${before} was taken off the price. ${allStays}`
        : `You keep ${before} until ${until}. From then on it is ${nameOf(choice)}. ${allStays}`,
    );
  });
}

type Payment = typeof subscriptionPayments.$inferSelect;

async function lastPayment(db: Queryable, { id }: SubscriptionRow): Promise<Payment | undefined> {
  const [payment] = await db
    .select()
    .from(subscriptionPayments)
    .where(eq(subscriptionPayments.subscriptionId, id))
    .orderBy(desc(subscriptionPayments.paidAt), desc(subscriptionPayments.id))
    .limit(1);
  return payment;
}

function paidText(earlier: Payment | undefined, latest: Payment | undefined): string {
  if (!latest || latest.id === earlier?.id || latest.amountCents === 0) return '';
  return `You paid ${formatDollarsAndCents(latest.amountCents / 100)}. `;
}

/** Ends the plan at the end of the paid time, or at once while a period that has begun is not paid. 409 without one that renews. */
export function cancelPlan(services: Services, effects: PaymentEffects, owner: Owner): Promise<Changed> {
  return withChangeLease(services, effects, owner, async (held) => {
    const at = held.status === 'active' ? 'period-end' : 'now';
    await services.payments.cancel(held.providerId, { at, creditsUnused: false });
    const { name } = plans[held.plan];
    return afterwards(services, effects, owner, (until, _latest, isOver) =>
      isOver
        ? `${name} has ended, and nothing more is charged. ${allStays}`
        : `You keep ${name} until ${until}, and nothing more is charged. After that you have First Echo. ${allStays}`,
    );
  });
}

/** Takes back a cancellation, or a change that has not taken effect. 409 if there is none, and while nothing new is sold. */
export async function resumePlan(
  services: Services,
  effects: PaymentEffects,
  owner: Owner,
): Promise<Changed> {
  await requireSelling(services.db);
  return withChangeLease(services, effects, owner, async (held) => {
    if (!held.endsAt && !held.nextPlan)
      throw new AppError('conflict', 'Your plan already renews. There is nothing to take back.');
    await services.payments.resume(held.providerId, priceFor(held));
    const { name } = plans[held.plan];
    return afterwards(
      services,
      effects,
      owner,
      (until) => `${name} goes on, and renews on ${until}. ${allStays}`,
    );
  });
}

/** Reads the result from the provider and puts it into `sentence`. */
async function afterwards(
  services: Services,
  effects: PaymentEffects,
  owner: Owner,
  sentence: (until: string, latest: Payment | undefined, isOver: boolean) => string,
): Promise<Changed> {
  const before = requireFound(await currentOf(services.db, owner.id));
  await syncSubscription(services, effects, before.providerId);
  const subscription = requireFound(await currentOf(services.db, owner.id));
  const { paidThrough, endedAt } = subscription;
  const until = paidThrough ? formatDate(paidThrough, owner.timezone) : '';
  const latest = await lastPayment(services.db, subscription);
  return { message: sentence(until, latest, endedAt !== null), subscription };
}
