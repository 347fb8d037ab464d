import {
  type BillingPeriod,
  monthsOf,
  type PaidPlanKey,
  priceOf,
} from '../../../../shared/billing/billing.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { plans } from '../../../../shared/plans.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import { monthsAfter } from '../../../platform/local-time.ts';
import type { UserRow } from '../../accounts/accounts/accounts.table.ts';
import { lockOwner, updateUser } from '../../accounts/accounts/accounts.ts';
import { record } from '../../system/audit/audit.ts';
import type { CheckoutSessionRow } from '../checkout-sessions/checkout-sessions.table.ts';
import { closeCheckouts, openCheckout } from '../checkout-sessions/checkout-sessions.ts';
import { oweRefund } from '../refunds/refunds.ts';

const periodLabels: Readonly<Record<BillingPeriod, string>> = {
  monthly: 'one month',
  annual: 'one year',
  three_years: 'three years',
};

/**
 * Opens a page on which the owner pays for a plan, and closes earlier ones. `origin` is where the browser is. Throws 409
 * while this plan, or a greater one, is paid.
 */
export function orderPlan(
  services: Services,
  ownerId: string,
  planKey: PaidPlanKey,
  billingPeriod: BillingPeriod,
  origin: string,
): Promise<{ url: string }> {
  const plan = plans[planKey];
  return inTransaction(services.db, async (tx) => {
    const owner = await lockOwner(tx, ownerId);
    refuseHeldPlan(owner, planKey, services.clock.now());
    await closeCheckouts(tx, services, owner, { purpose: 'subscription' });
    const label = `${plan.name} for ${periodLabels[billingPeriod]}`;
    const { url } = await openCheckout(tx, services, owner, {
      purpose: 'subscription',
      plan: planKey,
      billingPeriod,
      lines: [{ label, amountDollars: priceOf(plan, billingPeriod) }],
      origin,
      successPath: '/checkout-success',
      cancelPath: `/checkout?cancelled=true&period=${billingPeriod}`,
    });
    return { url };
  });
}

/** Nobody pays twice for a plan, or loses a greater one that is paid by ordering a lesser one. */
function refuseHeldPlan(owner: UserRow, wanted: PaidPlanKey, now: Date): void {
  const { subscriptionPlan, paidThrough, timezone } = owner;
  const held = plans[subscriptionPlan];
  const isHeld = held.key === wanted && isPaid(owner, now);
  if (!isHeld && !holdsGreater(owner, wanted, now)) return;
  const until = paidThrough ? `It is paid until ${formatDate(paidThrough, timezone)}.` : '';
  const message = isHeld
    ? `You already have ${held.name}. ${until}`
    : `You have ${held.name}, which holds all of ${plans[wanted].name}. ${until}`;
  throw new AppError('conflict', message.trim());
}

function isPaid({ paidThrough }: UserRow, now: Date): boolean {
  return paidThrough === null || paidThrough > now;
}

function holdsGreater(owner: UserRow, wanted: PaidPlanKey, now: Date): boolean {
  return isPaid(owner, now) && plans[owner.subscriptionPlan].monthlyPrice > plans[wanted].monthlyPrice;
}

/**
 * Gives the owner the plan for the period that was paid, counted from the payment, or from the end of the period already
 * paid when the plan stays the same. A payment for a lesser plan that is reported late does not replace a greater one.
 * Returns the text for the receipt.
 */
export async function startPaidPlan(
  tx: Tx,
  services: Services,
  owner: UserRow,
  session: CheckoutSessionRow,
): Promise<string> {
  const { id, plan: planKey, billingPeriod, paidAt } = session;
  if (!planKey || !billingPeriod || !paidAt) throw new Error(`checkout session ${id} is not for a plan`);
  const now = services.clock.now();
  const what = `${plans[planKey].name} for ${periodLabels[billingPeriod]}`;
  if (holdsGreater(owner, planKey, now)) {
    await oweRefund(tx, services, session, 'lesser-plan');
    await recordPaidInVain(tx, now, owner, id);
    const held = plans[owner.subscriptionPlan].name;
    return `${what}. You have ${held}, which holds all of it: this payment will be given back to you.`;
  }
  const renews = owner.subscriptionPlan === planKey;
  const startDate = (renews ? owner.subscriptionStartDate : null) ?? paidAt;
  const paidAlready = renews && owner.paidThrough && owner.paidThrough > paidAt ? owner.paidThrough : null;
  const paidThrough = paidAlready
    ? monthsAfter(paidAlready, monthsOf[billingPeriod], startDate)
    : monthsAfter(paidAt, monthsOf[billingPeriod]);
  await updateUser(tx, services, owner.id, {
    subscriptionPlan: planKey,
    subscriptionStatus: 'active',
    subscriptionStartDate: startDate,
    paidThrough,
    requestedPlan: null,
  });
  await announce(tx, owner.id, ['stats']);
  await record(tx, now, {
    action: 'subscription.paid',
    actor: owner.id,
    userId: owner.id,
    subjectId: id,
    details: {
      planBefore: owner.subscriptionPlan,
      plan: planKey,
      billingPeriod,
      paidThrough: paidThrough.toISOString(),
    },
  });
  return `${what}. It is paid until ${formatDate(paidThrough, owner.timezone)}.`;
}

async function recordPaidInVain(
  tx: Tx,
  now: Date,
  { id: userId }: UserRow,
  sessionId: string,
): Promise<void> {
  await record(tx, now, {
    action: 'subscription.paid-in-vain',
    actor: userId,
    userId,
    subjectId: sessionId,
  });
}
