import { and, asc, eq, gt, isNotNull, isNull, lt, notExists } from 'drizzle-orm';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import type { PaymentState } from '../../../../platform/payments/payments.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { record } from '../../../system/audit/audit.ts';
import {
  type CheckoutPurpose,
  type CheckoutSessionRow,
  checkoutSessions,
} from '../checkout-sessions/checkout-sessions.table.ts';
import { updateCheckout } from '../checkout-sessions/checkout-sessions.ts';
import { sendReceipt } from '../tell-payer.ts';
import { type PaymentEventType, paymentEvents } from './payment-events.table.ts';

/** How long after its page closed a payment is still looked up: longer than an outage should last. */
const latestLookMinutes = 15 * 24 * 60;
/** Before that the event is probably still on its way. */
const soonestLookMinutes = 10;
const lookupBatchSize = 200;

export interface ProviderEvent {
  /** The provider's own id, by which a repeated event is recognized. */
  id: string;
  type: PaymentEventType;
  paymentId: string;
  /** When it happened at the provider. */
  at: Date;
}

type PaidState = Extract<PaymentState, { status: 'paid' }>;

/**
 * Provides what was paid for, and returns a sentence or two about it for the receipt. Called once per paid session, in the
 * transaction that records the payment, with the owner's row locked. It never refuses: the money has been taken.
 */
type PaymentEffect = (
  tx: Tx,
  services: Services,
  owner: UserRow,
  session: CheckoutSessionRow,
  paid: PaidState,
) => Promise<string>;

/** What a payment does, by what it was for. Handed in by `server/wiring.ts`, since most of it belongs to other features. */
export type PaymentEffects = Readonly<Record<CheckoutPurpose, PaymentEffect>>;

/**
 * Records an event and applies it, in one transaction. Events may arrive repeatedly, in any order and concurrently: what was
 * paid for is provided once. Paid is final, even after cancelled, declined or expired. That something was paid is asked of the
 * provider first, whatever the event says.
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

interface Payment {
  owner: UserRow;
  session: CheckoutSessionRow;
  state: PaidState;
}

async function applyPayment(
  tx: Tx,
  services: Services,
  effects: PaymentEffects,
  { owner, session: unpaid, state }: Payment,
): Promise<void> {
  const { paidAt, receiptUrl } = state;
  const session = { ...unpaid, paidAt, receiptUrl };
  await updateCheckout(tx, session.id, { paidAt, receiptUrl });
  await record(tx, services.clock.now(), {
    action: 'checkout.paid',
    actor: session.payerEmail ? 'payer' : owner.id,
    userId: owner.id,
    subjectId: session.id,
    details: { purpose: session.purpose, amount: session.amount, provider: session.provider },
  });
  const receipt = await effects[session.purpose](tx, services, owner, session, state);
  const { id, amount, payerEmail } = session;
  await sendReceipt(tx, services, owner, { id, amount, paidAt, receipt, payerEmail });
}

async function recordUnpaid(
  tx: Tx,
  services: Services,
  { id, userId, payerEmail }: CheckoutSessionRow,
  type: 'declined' | 'cancelled',
  at: Date,
): Promise<void> {
  await updateCheckout(tx, id, type === 'declined' ? { declinedAt: at } : { cancelledAt: at });
  await record(tx, services.clock.now(), {
    action: `checkout.${type}`,
    actor: payerEmail ? 'payer' : userId,
    userId,
    subjectId: id,
  });
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

/** Does the same for every payment that may have been made and whose event never arrived. */
export async function settleMissedCheckouts(
  services: Services,
  effects: PaymentEffects,
  batchSize = lookupBatchSize,
): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const forgotten = await findMissed(services, batchSize, after);
    await services.sweeps.each('missed-payments', forgotten, (session) =>
      settleCheckout(services, effects, session),
    );
    after = forgotten.at(-1)?.id;
    if (forgotten.length < batchSize) return;
  }
}

/** Sessions of some age that we know neither to be paid nor to have expired unpaid. */
function findMissed({ db, clock }: Services, limit: number, after?: string): Promise<CheckoutSessionRow[]> {
  const now = clock.now();
  const closedUnpaid = db
    .select()
    .from(paymentEvents)
    .where(and(eq(paymentEvents.sessionId, checkoutSessions.id), eq(paymentEvents.type, 'expired')));
  return db
    .select()
    .from(checkoutSessions)
    .where(
      and(
        isNull(checkoutSessions.paidAt),
        isNotNull(checkoutSessions.paymentId),
        gt(checkoutSessions.expiresAt, minutesAfter(now, -latestLookMinutes)),
        lt(checkoutSessions.createdAt, minutesAfter(now, -soonestLookMinutes)),
        after ? gt(checkoutSessions.id, after) : undefined,
        notExists(closedUnpaid),
      ),
    )
    .orderBy(asc(checkoutSessions.id))
    .limit(limit);
}
