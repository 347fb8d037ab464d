import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { announce } from '../../../platform/events.ts';
import type { SubscriptionState } from '../../../platform/payments/payments.ts';
import { sandboxName } from '../../../platform/payments/sandbox.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { updateUser } from '../../accounts/profile/profile.ts';
import { announcePaid, standingOf } from './standing/standing.ts';
import type { SubscriptionRow } from './subscriptions.table.ts';

/** Updates the owner's record when the provider reports something new. What was paid in other ways is kept. */
export async function applyToOwner(
  tx: Tx,
  services: Services,
  owner: UserRow,
  before: SubscriptionRow,
  after: SubscriptionRow,
  { isUnpaid }: SubscriptionState,
): Promise<void> {
  if (!after.paidThrough) return;
  const isNew = before.paidThrough?.getTime() !== after.paidThrough.getTime() || before.version === 0;
  const paid = isNew ? paidColumns(owner, before, after) : { paidThrough: owner.paidThrough };
  const isOver = after.endedAt !== null && (paid.paidThrough ?? 0) <= services.clock.now();
  const isLeft = isOver && !isUnpaid && !lapses.has(after.endCause);
  const columns = isLeft ? left : { subscriptionPlan: after.plan, ...paid };
  const subscriptionStatus = isLeft ? 'active' : userStatus[after.status];
  const ids = {
    stripeCustomerId: after.customerId,
    stripeSubscriptionId: isLeft ? null : after.providerId,
  };
  const changes = { ...columns, subscriptionStatus, ...(after.provider !== sandboxName && ids) };
  if (!differs(owner, changes)) return;
  await updateUser(tx, services, owner.id, changes);
  if (isNew || isLeft) await announcePaid(tx, services, owner.id);
  await announce(tx, owner.id, ['stats']);
}

/** If it ended for one of these causes, the plan stays and lapses: its owner did not cancel it. */
const lapses: ReadonlySet<SubscriptionRow['endCause']> = new Set(['death', 'paid-otherwise']);

const left = {
  subscriptionPlan: 'free' as const,
  paidThrough: null,
  paidSince: null,
  lapsePausedSeconds: 0,
  subscriptionStartDate: null,
};

/** A renewal, however late, continues from the end of the last period; a new start after a lapse leaves a gap. */
function paidColumns(owner: UserRow, before: SubscriptionRow, after: SubscriptionRow) {
  const { paidThrough, startedAt } = after;
  const isFirst = before.version === 0;
  const isGap =
    isFirst && (owner.subscriptionPlan === 'free' || standingOf(owner, startedAt).state !== 'current');
  return {
    paidThrough: paidThrough && new Date(paidThrough.getTime() + (isFirst ? 0 : paidBesideMs(owner, before))),
    paidSince: isGap ? startedAt : (owner.paidSince ?? startedAt),
    lapsePausedSeconds: 0,
    ...(!isFirst && before.plan !== after.plan && { subscriptionStartDate: planBegan(before, after) }),
  };
}

/** Another plan begins at once, or when the paid time of the last one had ended; the years until its lower price start again. */
function planBegan({ paidThrough }: SubscriptionRow, { syncedAt }: SubscriptionRow): Date {
  return paidThrough && paidThrough < syncedAt ? paidThrough : syncedAt;
}

/** How far the family or staff have extended the plan beyond what the provider knows. */
function paidBesideMs(owner: UserRow, { paidThrough }: SubscriptionRow): number {
  if (!owner.paidThrough || !paidThrough) return 0;
  return Math.max(0, owner.paidThrough.getTime() - paidThrough.getTime());
}

const userStatus: Readonly<Record<SubscriptionState['status'], string>> = {
  incomplete: 'incomplete',
  active: 'active',
  overdue: 'past_due',
  ended: 'canceled',
};

function differs(owner: UserRow, changes: Partial<UserRow>): boolean {
  return Object.entries(changes).some(
    ([name, value]) => String(owner[name as keyof UserRow]) !== String(value),
  );
}
