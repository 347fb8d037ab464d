import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { endSubscription as endSubscriptionJob } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import type { SubscriptionState } from '../../../platform/payments/payments.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { findCheckoutByReference } from '../payments/checkout-sessions/checkout-sessions.ts';
import { type PaymentEffects, settleCheckout } from '../payments/payment-events/payment-events.ts';
import { applyState } from './apply-state.ts';
import { forgotten, hasForgotten } from './forgotten.ts';
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts';

/** Each lost race means that another process has stored a newer answer. */
const maxAttempts = 10;

export interface SyncOptions {
  /** One that the provider does not know has ended even if it does not know its customer either: it is another account there. */
  forgetsUnknown?: boolean | undefined;
}

/**
 * Asks the provider about a subscription and makes our records match its answer, whatever happened before.
 * Called for events, by the success page, by a timer and by hand, concurrently and in any order: an answer is
 * written only if no other was written since the request. No lock is held while the provider is asked.
 */
export async function syncSubscription(
  services: Services,
  effects: PaymentEffects,
  providerId: string,
  options: SyncOptions = {},
): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const known = await findByProviderId(services, providerId);
    const state = await services.payments.findSubscription(providerId);
    if (!known) return state && settleUnknown(services, effects, state);
    if (!state && !options.forgetsUnknown && !(await hasForgotten(services, known))) return;
    if (await applyUnlessOlder(services, known, state ?? forgotten(known))) return;
  }
  throw new Error(`subscription ${providerId} changed too often to be read`);
}

/** We have not heard of its first payment. */
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

/** False if another answer was written since `known` was read. */
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

export function endSubscriptionHandler(services: Services, effects: PaymentEffects) {
  return ({ subscriptionId }: z.output<typeof endSubscriptionJob.payload>) =>
    endAtProvider(services, effects, subscriptionId);
}

/** Ends a subscription at the provider. If it was replaced, its unused part is credited. */
export async function endAtProvider(
  services: Services,
  effects: PaymentEffects,
  subscriptionId: string,
  options: SyncOptions = {},
): Promise<void> {
  const { db, payments } = services;
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId));
  if (!row || row.endedAt || !row.endingSince || row.provider !== payments.name) return;
  await payments.cancel(row.providerId, { at: 'now', creditsUnused: row.endCause === 'replaced' });
  await syncSubscription(services, effects, row.providerId, options);
}
