import { and, eq, isNull, lte, or } from 'drizzle-orm';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { closeCheckouts } from '../payments/checkout-sessions/checkout-sessions.ts';
import type { PaymentEffects } from '../payments/payment-events/payment-events.ts';
import { currentOf } from './current-subscription.ts';
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts';
import { syncSubscription } from './sync-subscriptions.ts';

export type Owner = Pick<UserRow, 'id' | 'timezone'>;

/** Longer than a provider takes for all requests of a change; a lease left behind by a crash ends after this. */
const leaseMinutes = 5;

/** The owner's running subscription, if it can be changed. 409 if there is none. */
export async function findRunning(
  db: Queryable,
  { payments }: Pick<Services, 'payments'>,
  { id }: Owner,
): Promise<SubscriptionRow> {
  const held = await currentOf(db, id);
  if (!held || !isChangeable(held, payments.name))
    throw new AppError('conflict', 'You have no plan that renews.');
  return held;
}

export function isChangeable(held: SubscriptionRow, providerName: string): boolean {
  return !held.endedAt && !held.endingSince && held.provider === providerName;
}

/**
 * Runs `act` with the owner's subscription in its present state at the provider, under a lease: two devices
 * changing it at once would decide on outdated state. 409 for the second. Open payment pages are closed.
 */
export async function withChangeLease<T>(
  services: Services,
  effects: PaymentEffects,
  owner: Owner,
  act: (held: SubscriptionRow) => Promise<T>,
): Promise<T> {
  const lease = await takeChangeLease(services, owner);
  try {
    await syncSubscription(services, effects, lease.providerId);
    return await act(await findRunning(services.db, services, owner));
  } finally {
    await services.db
      .update(subscriptions)
      .set({ changingSince: null })
      .where(and(eq(subscriptions.id, lease.id), eq(subscriptions.changingSince, lease.since)));
  }
}

function takeChangeLease(services: Services, owner: Owner) {
  const since = services.clock.now();
  const isFree = or(
    isNull(subscriptions.changingSince),
    lte(subscriptions.changingSince, minutesAfter(since, -leaseMinutes)),
  );
  return inTransaction(services.db, async (tx) => {
    await lockOwner(tx, owner.id);
    const { id } = await findRunning(tx, services, owner);
    const [taken] = await tx
      .update(subscriptions)
      .set({ changingSince: since })
      .where(and(eq(subscriptions.id, id), isFree))
      .returning();
    if (!taken)
      throw new AppError(
        'conflict',
        'Your plan is being changed on another device. Please look again in a moment.',
      );
    await closeCheckouts(tx, services, owner, { purpose: 'subscription' });
    return { ...taken, since };
  });
}
