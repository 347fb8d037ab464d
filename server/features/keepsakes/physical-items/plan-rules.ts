import { itemLimitText } from '../../../../shared/keepsakes/item-rules.ts';
import { isLimitReached, plans } from '../../../../shared/plans.ts';
import { AppError } from '../../../platform/errors.ts';
import type { UserRow } from '../../accounts/accounts/accounts.table.ts';
import { planInForce } from '../../billing/arrears/arrears.ts';

const premium = plans.premium.name;

/** 402 where the plan in force at `now` holds no physical items, or no more than `used`. */
export function requireRoom(owner: UserRow, now: Date, used: number): void {
  const plan = plans[planInForce(owner, now)];
  if (!isLimitReached(used, plan.physicalItems)) return;
  const what = plan.physicalItems === 0 ? `Physical items are part of ${premium}. ` : '';
  throw new AppError(
    'plan_required',
    `${what}You've reached your ${plan.name} plan limit for physical items. ${itemLimitText(plan)}`,
  );
}

/** 402 where the plan in force at `now` holds no physical items. */
export function requirePremium(owner: UserRow, now: Date): void {
  if (plans[planInForce(owner, now)].physicalItems > 0) return;
  throw new AppError('plan_required', `Physical items are part of ${premium}.`);
}

/** 403 for who has neither the plan, paid or not, nor, from earlier, anything with us. */
export function requireReading({ subscriptionPlan }: UserRow, hasItems: boolean): void {
  if (hasItems || plans[subscriptionPlan].physicalItems > 0) return;
  throw new AppError('forbidden', `Physical items are part of ${premium}.`);
}
