import { and, eq } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { type CheckoutSessionRow, checkoutSessions } from '../checkout-sessions/checkout-sessions.table.ts';
import { applyPayment, type PaymentEffects, recordUnpaid } from './apply-payment.ts';
import { type PaymentEventType, paymentEvents } from './payment-events.table.ts';

export type { PaymentEffects } from './apply-payment.ts';

export interface ProviderEvent {
  /** The provider's own id, which identifies repeated events. */
  id: string;
  type: PaymentEventType;
  paymentId: string;
  /** When it happened at the provider. */
  at: Date;
}

/**
 * Records an event and applies it, in one transaction. Events may arrive repeatedly, in any order and
 * concurrently: what was paid for is provided once. Paid is final, even after cancelled, declined or expired.
 * Whether something was paid is first checked with the provider, whatever the event says.
 */
export async function receivePaymentEvent(
  services: Services,
  effects: PaymentEffects,
  event: ProviderEvent,
): Promise<void> {
  const state = event.type === 'paid' ? await services.payments.find(event.paymentId) : undefined;
  await inTransaction(services.db, async (tx) => {
    const known = await lockPayment(tx, services, event.paymentId);
    if (!known) {
      services.log.warn({ paymentId: event.paymentId }, 'received an event for an unknown payment');
      return;
    }
    const { session, owner } = known;
    const id = `${session.provider}:${event.id}`;
    const [fresh] = await tx
      .insert(paymentEvents)
      .values({ id, type: event.type, sessionId: session.id, receivedAt: services.clock.now() })
      .onConflictDoNothing()
      .returning({ id: paymentEvents.id });
    if (!fresh || session.paidAt || event.type === 'expired') return;
    if (event.type !== 'paid') await recordUnpaid(tx, services, session, event.type, event.at);
    else if (state?.status !== 'paid') return;
    else await applyPayment(tx, services, effects, { owner, session, state });
    await tx.update(paymentEvents).set({ appliedAt: services.clock.now() }).where(eq(paymentEvents.id, id));
  });
}

/** Locks the owner before the session, in the same order as opening a checkout does. */
async function lockPayment(
  tx: Tx,
  { payments }: Services,
  paymentId: string,
): Promise<{ session: CheckoutSessionRow; owner: UserRow } | undefined> {
  const ours = and(eq(checkoutSessions.provider, payments.name), eq(checkoutSessions.paymentId, paymentId));
  const [whose] = await tx.select({ userId: checkoutSessions.userId }).from(checkoutSessions).where(ours);
  if (!whose) return undefined;
  const owner = await lockOwner(tx, whose.userId);
  const [session] = await tx.select().from(checkoutSessions).where(ours).for('update');
  return session && { session, owner };
}

/** Asks the provider about a payment whose event has not arrived, and applies the answer. */
export async function settleCheckout(
  services: Services,
  effects: PaymentEffects,
  session: CheckoutSessionRow,
): Promise<void> {
  const { payments } = services;
  const { paymentId, expiresAt } = session;
  if (session.paidAt || session.provider !== payments.name || !paymentId) return;
  const state = await payments.find(paymentId);
  if (!state || state.status === 'open') return;
  const at = state.status === 'paid' ? state.paidAt : expiresAt;
  const id = `${paymentId}:found-${state.status}`;
  await receivePaymentEvent(services, effects, { id, type: state.status, paymentId, at });
}
