import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { endSubscription as endSubscriptionJob } from '../../../job-list.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import type { SubscriptionState } from '../../../platform/payments/payments.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { findCheckoutByReference } from '../payments/checkout-sessions/checkout-sessions.ts';
import { type PaymentEffects, settleCheckout } from '../payments/payment-events/payment-events.ts';
import { applyState } from './apply-state.ts';
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts';

/** However many others write meanwhile, one of them had the latest answer. */
const maxAttempts = 10;
const dayMinutes = 24 * 60;
const batchSize = 200;

/**
 * Asks the provider about a subscription and makes our records agree with its answer, whatever happened before. Called by
 * events, the page of success, a timer and by hand, at once and in any order: an answer is only written where no other was
 * written since it was asked for. No lock is held while the provider is asked.
 */
export async function syncSubscription(
  services: Services,
  effects: PaymentEffects,
  providerId: string,
): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const known = await findByProviderId(services, providerId);
    const state = await services.payments.findSubscription(providerId);
    if (!state) return;
    if (!known) return settleUnknown(services, effects, state);
    if (await applyUnlessOlder(services, known, state)) return;
  }
  throw new Error(`subscription ${providerId} changed too often to be read`);
}

/** Its first payment has not been heard of. */
async function settleUnknown(
  services: Services,
  effects: PaymentEffects,
  { id, reference }: SubscriptionState,
): Promise<void> {
  const session = await findCheckoutByReference(services, reference);
  if (session) return settleCheckout(services, effects, session);
  services.log.warn({ providerId: id }, 'the payment provider has a subscription that nobody began here');
}

async function findByProviderId(
  { db, payments }: Services,
  providerId: string,
): Promise<SubscriptionRow | undefined> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.provider, payments.name), eq(subscriptions.providerId, providerId)));
  return row;
}

/** False where another answer was written since `known` was read. */
function applyUnlessOlder(
  services: Services,
  known: SubscriptionRow,
  state: SubscriptionState,
): Promise<boolean> {
  return inTransaction(services.db, async (tx) => {
    const owner = await lockOwner(tx, known.userId);
    const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, known.id)).for('update');
    if (!row || row.version !== known.version) return false;
    await applyState(tx, services, owner, row, state);
    return true;
  });
}

/** What a timer does: each running subscription once a day, one whose period has ended at once, one that is to end until it has. */
export async function syncDueSubscriptions(services: Services, effects: PaymentEffects): Promise<void> {
  const now = services.clock.now();
  const isDue = or(
    and(isNull(subscriptions.endedAt), lte(subscriptions.syncedAt, minutesAfter(now, -dayMinutes))),
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

/** Ended, and what was paid outside it has ended too: its owner may have a free plan now. */
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

/** All of them, as after a long outage; `npm run billing:sync`. Answers how many could not be read. */
export function syncAllSubscriptions(services: Services, effects: PaymentEffects) {
  return syncEach(services, effects, undefined);
}

async function syncEach(
  services: Services,
  effects: PaymentEffects,
  which: SQL | undefined,
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
      syncOne(services, effects, row),
    );
    outcome.failed += failed;
    outcome.synced += rows.length - failed;
    after = rows.at(-1)?.id;
    if (rows.length < batchSize) return outcome;
  }
}

function syncOne(services: Services, effects: PaymentEffects, row: SubscriptionRow): Promise<void> {
  if (row.endingSince && !row.endedAt) return endAtProvider(services, effects, row.id);
  return syncSubscription(services, effects, row.providerId);
}

export function endSubscriptionHandler(services: Services, effects: PaymentEffects) {
  return ({ subscriptionId }: z.output<typeof endSubscriptionJob.payload>) =>
    endAtProvider(services, effects, subscriptionId);
}

/** Ends a subscription at the provider that is to be ended. Of a replaced one the unused part is credited. */
export async function endAtProvider(
  services: Services,
  effects: PaymentEffects,
  subscriptionId: string,
): Promise<void> {
  const { db, payments } = services;
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId));
  if (!row || row.endedAt || !row.endingSince || row.provider !== payments.name) return;
  await payments.cancel(row.providerId, { at: 'now', creditsUnused: row.endCause === 'replaced' });
  await syncSubscription(services, effects, row.providerId);
}
