import type { z } from 'zod';
import { monthsOf } from '../../../../shared/billing/billing.ts';
import type { SubscriptionChanged } from '../../../../shared/billing/subscriptions.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { plans } from '../../../../shared/plans.ts';
import type { Services } from '../../../platform/context.ts';
import { AppError, found } from '../../../platform/errors.ts';
import type { UserRow } from '../../accounts/accounts/accounts.table.ts';
import type { PaymentEffects } from '../payment-events/payment-events.ts';
import { currentOf } from './find-subscription.ts';
import { type Choice, nameOf, priceFor } from './prices.ts';
import type { SubscriptionRow } from './subscriptions.table.ts';
import { syncSubscription } from './sync-subscriptions.ts';

type Owner = Pick<UserRow, 'id' | 'timezone'>;
type Changed = z.output<typeof SubscriptionChanged>;

const allStays = 'Everything that you have left stays as it is.';

/**
 * Changes what the owner pays for: to a greater plan, or to the same for longer, at once; to anything else at the end of the
 * period. 409 without a plan that renews, where nothing would change, and where the card is refused.
 */
export async function changePlan(
  services: Services,
  effects: PaymentEffects,
  owner: Owner,
  choice: Choice,
): Promise<Changed> {
  const held = await findRunning(services, owner);
  if (held.plan === choice.plan && held.billingPeriod === choice.billingPeriod && !held.isReduced)
    throw new AppError('conflict', `You have ${nameOf(choice)} already.`);
  if (held.status !== 'active')
    throw new AppError('conflict', 'Your last payment did not go through. Please change your card first.');
  const when = isMore(held, choice) ? 'now' : 'period-end';
  await services.payments.change(held.providerId, priceFor(choice), when);
  const before = plans[held.plan].name;
  return afterwards(services, effects, owner, (until) =>
    when === 'now'
      ? `You have ${nameOf(choice)} from now on, paid until ${until}. What was left of ${before} was taken off the price. ${allStays}`
      : `You keep ${before} until ${until}. From then on it is ${nameOf(choice)}. ${allStays}`,
  );
}

function isMore(held: Choice, wanted: Choice): boolean {
  const difference = plans[wanted.plan].monthlyPrice - plans[held.plan].monthlyPrice;
  return (
    difference > 0 || (difference === 0 && monthsOf[wanted.billingPeriod] > monthsOf[held.billingPeriod])
  );
}

/** Ends the plan with what is paid. 409 without one that renews. */
export async function cancelPlan(
  services: Services,
  effects: PaymentEffects,
  owner: Owner,
): Promise<Changed> {
  const held = await findRunning(services, owner);
  const isPaid = held.status === 'active';
  await services.payments.cancel(
    held.providerId,
    isPaid ? { at: 'period-end' } : { at: 'now', creditsUnused: false },
  );
  const { name } = plans[held.plan];
  return afterwards(services, effects, owner, (until) =>
    isPaid
      ? `You keep ${name} until ${until}, and nothing more is charged. After that you have First Echo. ${allStays}`
      : `${name} has ended, and nothing more is charged. ${allStays}`,
  );
}

/** Takes back a cancellation, or a change that has not come about. 409 where there is none. */
export async function resumePlan(
  services: Services,
  effects: PaymentEffects,
  owner: Owner,
): Promise<Changed> {
  const held = await findRunning(services, owner);
  if (!held.endsAt && !held.nextPlan)
    throw new AppError('conflict', 'Your plan renews already. There is nothing to take back.');
  await services.payments.resume(held.providerId, priceFor(held));
  const { name } = plans[held.plan];
  return afterwards(
    services,
    effects,
    owner,
    (until) => `${name} goes on, and renews on ${until}. ${allStays}`,
  );
}

/** The page on which the card is changed and invoices are read. 409 for one who has never paid by card. */
export async function openPortal(
  { db, payments }: Services,
  { id }: Owner,
  origin: string,
): Promise<{ url: string }> {
  const held = await currentOf(db, id);
  if (!held || held.provider !== payments.name)
    throw new AppError('conflict', 'There is no card to change: you have not paid for a plan here yet.');
  return { url: await payments.openPortal(held.customerId, `${origin}/settings`) };
}

/** As the provider has it now. */
async function findRunning({ db, payments }: Services, { id }: Owner): Promise<SubscriptionRow> {
  const held = await currentOf(db, id);
  if (!held || held.endedAt || held.endingSince || held.provider !== payments.name)
    throw new AppError('conflict', 'You have no plan that renews.');
  return held;
}

async function afterwards(
  services: Services,
  effects: PaymentEffects,
  owner: Owner,
  sentence: (until: string) => string,
): Promise<Changed> {
  const before = found(await currentOf(services.db, owner.id));
  await syncSubscription(services, effects, before.providerId);
  const subscription = found(await currentOf(services.db, owner.id));
  const { paidThrough } = subscription;
  return { message: sentence(paidThrough ? formatDate(paidThrough, owner.timezone) : ''), subscription };
}
