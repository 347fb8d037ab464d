import { eq } from 'drizzle-orm';
import { formatDate } from '../../../../shared/dates.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import type { SubscriptionState } from '../../../platform/payments/payments.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { record } from '../../system/audit/audit.ts';
import { oweRenewalRefund } from '../payments/refunds/refunds.ts';
import { recordSubscriptionPayment } from '../payments/renewals/renewals.ts';
import { applyToOwner } from './apply-to-owner.ts';
import { choiceOf, nameOf } from './prices.ts';
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts';

/** The columns that the provider decides. A new column is set in `columnsOf` or listed here, or this file does not compile. */
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

/** Also used for a subscription that is not stored yet. */
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
 * Makes our records match the provider's, whatever they were before: the subscription, its payments and, if this is
 * the subscription that counts, the owner's plan. The caller has locked the owner and the subscription.
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

/** Oldest first: the first payment of a new subscription belongs to its checkout. A renewal of a duplicate is owed back. */
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
    const renewal = await recordSubscriptionPayment(tx, services, owner, payment, receipt);
    if (renewal && row.endCause === 'in-vain') await oweRenewalRefund(tx, services, renewal, 'paid-twice');
  }
}
