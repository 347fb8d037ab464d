import { and, eq, isNull, sql } from 'drizzle-orm';
import { billingPeriods, monthsOf } from '../../../../shared/billing/billing.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../platform/database.ts';
import { lockOwner, updateUser } from '../../accounts/profile/profile.ts';
import { record } from '../../system/audit/audit.ts';
import { readClosing } from '../../system/closing/closing.ts';
import type { PaymentEffects } from '../payments/payment-events/payment-events.ts';
import { cancelPlan } from './change-subscription.ts';
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts';

/**
 * Ends renewals whose next payment would reach beyond the announced last day of the service. Until that day
 * the plan continues without a payment.
 */
export async function endRenewalsBeforeClosing(services: Services, effects: PaymentEffects): Promise<void> {
  const { db, payments, sweeps } = services;
  const closing = await readClosing(db);
  if (!closing) return;
  const end = new Date(`${closing.lastDay}T23:59:59.000Z`);
  const { paidThrough, billingPeriod } = subscriptions;
  const each = billingPeriods.map((key) => sql`when ${key} then ${monthsOf[key]}::int`);
  const months = sql`case ${billingPeriod} ${sql.join(each, sql` `)} end`;
  const renewing = await db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.provider, payments.name),
        ...[subscriptions.endedAt, subscriptions.endsAt, subscriptions.endingSince].map((at) => isNull(at)),
        isNull(subscriptions.replacedAt),
        sql`${paidThrough} + make_interval(months => ${months}) > ${end.toISOString()}::timestamptz`,
      ),
    );
  await sweeps.each('closing-renewals', renewing, (held) => endRenewal(services, effects, held, end));
}

/** How many plans are paid beyond the last day: that has to be refunded. */
export function countPaidBeyond(db: Queryable, lastDay: string): Promise<number> {
  const { paidThrough, replacedAt } = subscriptions;
  const end = sql`${`${lastDay}T23:59:59Z`}::timestamptz`;
  return db.$count(subscriptions, and(isNull(replacedAt), sql`${paidThrough} > ${end}`));
}

/** Changes the days first: if the provider does not answer, the next run finds the subscription again. */
async function endRenewal(
  services: Services,
  effects: PaymentEffects,
  { userId }: SubscriptionRow,
  end: Date,
): Promise<void> {
  const owner = await inTransaction(services.db, async (tx) => {
    const before = await lockOwner(tx, userId);
    if (!before.paidThrough || before.paidThrough >= end) return before;
    await record(tx, services.clock.now(), {
      action: 'subscription.extended-to-closing',
      ...{ actor: 'system', userId, subjectId: userId },
      before: { paidThrough: before.paidThrough.toISOString() },
      after: { paidThrough: end.toISOString() },
    });
    return updateUser(tx, services, userId, { paidThrough: end, lapsePausedSeconds: 0 });
  });
  await cancelPlan(services, effects, owner);
}
