import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, type SQL } from 'drizzle-orm';
import { wholeDaysAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import type { PaymentEffects } from '../payments/payment-events/payment-events.ts';
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts';
import { endAtProvider, type SyncOptions, syncSubscription } from './sync-subscriptions.ts';

const batchSize = 200;

/** Timer: asks about each running subscription once a day, at once if its period has ended, and, if it is to be ended, until it has. */
export async function syncDueSubscriptions(services: Services, effects: PaymentEffects): Promise<void> {
  const now = services.clock.now();
  const isDue = or(
    and(isNull(subscriptions.endedAt), lte(subscriptions.syncedAt, wholeDaysAfter(now, -1))),
    and(
      isNull(subscriptions.replacedAt),
      lte(subscriptions.paidThrough, now),
      lte(subscriptions.syncedAt, subscriptions.paidThrough),
    ),
    and(isNotNull(subscriptions.endingSince), isNull(subscriptions.endedAt)),
  );
  await syncEach(services, effects, isDue);
  await syncEach(services, effects, isSpentSince(services, now));
}

/** It has ended, and so has the time paid in other ways: its owner may have a free plan now. */
function isSpentSince({ db }: Services, now: Date) {
  const hasEnded = and(isNull(subscriptions.replacedAt), isNotNull(subscriptions.endedAt));
  const spent = db
    .select({ id: subscriptions.id })
    .from(users)
    .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(
      and(
        ne(users.subscriptionPlan, 'free'),
        lte(users.paidThrough, now),
        lte(subscriptions.syncedAt, users.paidThrough),
        hasEnded,
      ),
    );
  return inArray(subscriptions.id, spent);
}

/** Asks about all of them, for use after a long outage (`npm run billing:sync`). Returns how many could not be read. */
export function syncAllSubscriptions(services: Services, effects: PaymentEffects, options: SyncOptions = {}) {
  return syncEach(services, effects, undefined, options);
}

async function syncEach(
  services: Services,
  effects: PaymentEffects,
  which: SQL | undefined,
  options: SyncOptions = {},
): Promise<{ synced: number; failed: number }> {
  const outcome = { synced: 0, failed: 0 };
  for (let after: string | undefined; ; ) {
    const isOurs = eq(subscriptions.provider, services.payments.name);
    const rows = await services.db
      .select()
      .from(subscriptions)
      .where(and(isOurs, which, after ? gt(subscriptions.id, after) : undefined))
      .orderBy(asc(subscriptions.id))
      .limit(batchSize);
    const failed = await services.sweeps.each('subscriptions', rows, (row) =>
      syncOne(services, effects, row, options),
    );
    outcome.failed += failed;
    outcome.synced += rows.length - failed;
    after = rows.at(-1)?.id;
    if (rows.length < batchSize) return outcome;
  }
}

function syncOne(
  services: Services,
  effects: PaymentEffects,
  row: SubscriptionRow,
  options: SyncOptions,
): Promise<void> {
  if (row.endingSince && !row.endedAt) return endAtProvider(services, effects, row.id, options);
  return syncSubscription(services, effects, row.providerId, options);
}
