import { eq } from 'drizzle-orm';
import { formatDate } from '../../../../shared/dates.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { announce } from '../../../platform/events.ts';
import type { SubscriptionState } from '../../../platform/payments/payments.ts';
import { sandboxName } from '../../../platform/payments/sandbox.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { updateUser } from '../../accounts/profile/profile.ts';
import { record } from '../../system/audit/audit.ts';
import { recordSubscriptionPayment } from '../payments/renewals/renewals.ts';
import { choiceOf, nameOf } from './prices.ts';
import { announcePaid, standingOf } from './standing/standing.ts';
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts';

/** The columns that the provider decides: a new column is set in `columnsOf` or listed here, or this file does not compile. */
type ProviderColumns = Omit<
  SubscriptionRow,
  | 'id'
  | 'userId'
  | 'checkoutSessionId'
  | 'provider'
  | 'providerId'
  | 'replacedAt'
  | 'endingSince'
  | 'endCause'
  | 'changingSince'
  | 'version'
  | 'createdAt'
>;

/** Also for a subscription that is not stored yet. */
export function columnsOf(state: SubscriptionState, now: Date): ProviderColumns {
  const next = state.nextPriceKey ? choiceOf(state.nextPriceKey) : null;
  return {
    ...choiceOf(state.priceKey),
    customerId: state.customerId,
    status: state.status,
    startedAt: state.startedAt,
    paidThrough: state.paidThrough,
    endsAt: state.endsAt,
    endedAt: state.status === 'ended' ? (state.endsAt ?? now) : null,
    nextPlan: next?.plan ?? null,
    nextPeriod: next?.billingPeriod ?? null,
    syncedAt: now,
  };
}

/**
 * Makes our records those of the provider, whatever they said before: the subscription, its payments, and the owner's plan where
 * this is the subscription that counts. Owner and subscription are locked by the caller.
 */
export async function applyState(
  tx: Tx,
  services: Services,
  owner: UserRow,
  row: SubscriptionRow,
  state: SubscriptionState,
): Promise<void> {
  const now = services.clock.now();
  const columns = columnsOf(state, now);
  const after: SubscriptionRow = { ...row, ...columns, version: row.version + 1 };
  await tx.update(subscriptions).set(after).where(eq(subscriptions.id, row.id));
  await recordChange(tx, now, row, after);
  await recordPayments(tx, services, owner, after, state);
  if (!after.replacedAt) await applyToOwner(tx, services, owner, row, after, state);
}

/** Updates the owner's record when the provider reports something new. What was paid elsewhere is kept. */
async function applyToOwner(
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

/** Ended for one of these causes, the plan stays what it was and lapses: its owner did not cancel it. */
const lapses: ReadonlySet<SubscriptionRow['endCause']> = new Set(['death', 'paid-otherwise']);

const left = {
  subscriptionPlan: 'free' as const,
  paidThrough: null,
  paidSince: null,
  lapsePausedSeconds: 0,
  subscriptionStartDate: null,
};

/** A renewal, however late, goes on from where the last period ended; what begins after a lapse leaves a gap. */
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

/** Another plan begins at once, or when what was paid for the last one had ended; the years until its lower price are counted again. */
function planBegan({ paidThrough }: SubscriptionRow, { syncedAt }: SubscriptionRow): Date {
  return paidThrough && paidThrough < syncedAt ? paidThrough : syncedAt;
}

/** By how much the family or staff have extended the plan beyond what the provider knows. */
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

const providerFields = [
  'status',
  'plan',
  'billingPeriod',
  'isReduced',
  'paidThrough',
  'endsAt',
  'nextPlan',
] as const;

/** Most daily checks find nothing new, and record nothing. */
async function recordChange(
  tx: Tx,
  now: Date,
  before: SubscriptionRow,
  after: SubscriptionRow,
): Promise<void> {
  const factsOf = (row: SubscriptionRow) =>
    Object.fromEntries(
      providerFields.map((name) => {
        const value = row[name];
        return [name, value instanceof Date ? value.toISOString() : value];
      }),
    );
  const [was, is] = [factsOf(before), factsOf(after)];
  if (before.version === 0 || JSON.stringify(was) === JSON.stringify(is)) return;
  await record(tx, now, {
    action: 'subscription.changed',
    actor: 'system',
    userId: after.userId,
    subjectId: after.id,
    before: was,
    after: is,
  });
}

/** Oldest first: the first of a new subscription is that of its checkout. */
async function recordPayments(
  tx: Tx,
  services: Services,
  owner: UserRow,
  row: SubscriptionRow,
  { payments }: SubscriptionState,
): Promise<void> {
  const { id: subscriptionId, plan, provider, paidThrough, version } = row;
  const until = paidThrough ? ` It is paid until ${formatDate(paidThrough, owner.timezone)}.` : '';
  const receipt = `${nameOf(row)}.${until}`;
  const inOrder = payments.toSorted((one, other) => one.paidAt.getTime() - other.paidAt.getTime());
  for (const [index, { id: providerId, paidAt, amountCents, invoiceUrl }] of inOrder.entries()) {
    const isFirst = version === 1 && index === 0;
    const payment = { subscriptionId, provider, providerId, plan, amountCents, paidAt, invoiceUrl, isFirst };
    await recordSubscriptionPayment(tx, services, owner, payment, receipt);
  }
}
