import { and, eq, isNull } from 'drizzle-orm';
import { formatDate } from '../../../../../shared/dates.ts';
import { type Plan, plans } from '../../../../../shared/plans.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { subscriptions } from '../subscriptions.table.ts';
import { planInForce } from './standing-state.ts';

/** The plan whose limits apply to what an owner creates. */
interface Limits {
  /** The free plan while theirs is not paid. */
  plan: Plan;
  /** Since when their plan is unpaid; null while it is paid. */
  unpaidSince: Date | null;
}

/** Pass the owner as loaded under the lock with which something is created. */
export async function readLimits(
  db: Queryable,
  services: Pick<Services, 'clock' | 'payments'>,
  owner: UserRow,
): Promise<Limits> {
  const { subscriptionPlan, paidThrough } = owner;
  const isUnpaid = planInForce(owner, services.clock.now()) !== subscriptionPlan;
  if (!isUnpaid || !(await isConfirmed(db, services, owner)))
    return { plan: plans[subscriptionPlan], unpaidSince: null };
  return { plan: plans.free, unpaidSince: paidThrough };
}

/** Whether the provider was asked since this owner's plan ended. Until then it may have been renewed, so nothing is refused. */
async function isConfirmed(
  db: Queryable,
  { payments }: Pick<Services, 'payments'>,
  { id, paidThrough }: Pick<UserRow, 'id' | 'paidThrough'>,
): Promise<boolean> {
  const { userId, replacedAt, endedAt, provider, syncedAt } = subscriptions;
  const isRunning = and(eq(userId, id), eq(provider, payments.name), isNull(replacedAt), isNull(endedAt));
  const [running] = await db.select({ syncedAt }).from(subscriptions).where(isRunning);
  return !running || !paidThrough || running.syncedAt > paidThrough;
}

/** 402 if there is no room for one more `what`, such as letters. */
export function limitReached(
  { plan, unpaidSince }: Limits,
  { subscriptionPlan, timezone }: Pick<UserRow, 'subscriptionPlan' | 'timezone'>,
  what: string,
): AppError {
  const message = unpaidSince
    ? `${plans[subscriptionPlan].name} has not been paid since ${formatDate(unpaidSince, timezone)}. Until it is, the plan limit of ${plan.name} applies to new ${what}. Everything that you have left is kept. What is due is shown in your settings, under Account.`
    : `You've reached your ${plan.name} plan limit for ${what}.`;
  return new AppError('plan_required', message);
}
