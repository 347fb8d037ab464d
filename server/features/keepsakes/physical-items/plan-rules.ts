import { itemLimitText } from '../../../../shared/keepsakes/item-rules.ts';
import { isLimitReached, plans } from '../../../../shared/plans.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { limitReached, readLimits } from '../../billing/subscriptions/standing/standing.ts';

const premium = plans.premium.name;

/** 402 if the owner's plan includes no physical items, or no more than `used`. */
export async function requireRoom(
  tx: Tx,
  services: Pick<Services, 'clock' | 'payments'>,
  owner: UserRow,
  used: number,
): Promise<void> {
  const limits = await readLimits(tx, services, owner);
  const { plan, unpaidSince } = limits;
  if (!isLimitReached(used, plan.physicalItems)) return;
  const refusal = limitReached(limits, owner, 'physical items');
  if (unpaidSince) throw refusal;
  const what = plan.physicalItems === 0 ? `Physical items are part of ${premium}. ` : '';
  throw new AppError('plan_required', `${what}${refusal.message} ${itemLimitText(plan)}`);
}

/** 402 if the owner's plan includes no physical items. */
export async function requirePremium(
  tx: Tx,
  services: Pick<Services, 'clock' | 'payments'>,
  owner: UserRow,
): Promise<void> {
  const limits = await readLimits(tx, services, owner);
  if (limits.plan.physicalItems > 0) return;
  if (limits.unpaidSince) throw limitReached(limits, owner, 'physical items');
  throw new AppError('plan_required', `Physical items are part of ${premium}.`);
}

/** 403 unless the plan includes items or some are already stored here. */
export function requireReading({ subscriptionPlan }: UserRow, hasItems: boolean): void {
  if (hasItems || plans[subscriptionPlan].physicalItems > 0) return;
  throw new AppError('forbidden', `Physical items are part of ${premium}.`);
}
