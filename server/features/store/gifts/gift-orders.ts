import { and, desc, eq } from 'drizzle-orm';
import { centsOf } from '../../../../shared/dollars.ts';
import { listNames } from '../../../../shared/names.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { allowed, requireFound } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import { wallClockAt } from '../../../platform/local-time.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import {
  closeCheckouts,
  listPaidCheckouts,
  openPage,
  type PreparedCheckout,
  prepareCheckout,
} from '../../billing/payments/checkout-sessions/checkout-sessions.ts';
import { oweRefund } from '../../billing/payments/refunds/refunds.ts';
import { type AuditAction, record } from '../../system/audit/audit.ts';
import { nextStatus } from './gift-order-state.ts';
import { type GiftOrderRow, giftOrders, gifts } from './gifts.table.ts';

const listMaxItems = 200;

/** The owner's orders, newest first. */
export function listGiftOrders(db: Queryable, userId: string): Promise<GiftOrderRow[]> {
  return db
    .select()
    .from(giftOrders)
    .where(eq(giftOrders.userId, userId))
    .orderBy(desc(giftOrders.id))
    .limit(listMaxItems);
}

/** Throws 404 for somebody else's order. Lock the owner first, as payments do. */
export async function lockGiftOrder(tx: Tx, userId: string, id: string): Promise<GiftOrderRow> {
  const [order] = await tx
    .select()
    .from(giftOrders)
    .where(and(eq(giftOrders.id, id), eq(giftOrders.userId, userId)))
    .for('update');
  return requireFound(order, 'This order');
}

export async function changeGiftOrder(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  id: string,
  columns: Partial<GiftOrderRow>,
): Promise<GiftOrderRow> {
  const [order] = await tx
    .update(giftOrders)
    .set({ ...columns, updatedAt: clock.now() })
    .where(eq(giftOrders.id, id))
    .returning();
  return requireFound(order);
}

/** Cancels an order that `event` ends and closes its payment pages, whoever asked for it. What was paid for it is refunded. */
export async function cancelOrder(
  tx: Tx,
  services: Pick<Services, 'clock' | 'payments' | 'jobs'>,
  order: GiftOrderRow,
  event: 'cancelled-by-owner' | 'cancelled-by-staff',
): Promise<GiftOrderRow> {
  const { id, userId } = order;
  const status = allowed(nextStatus(order, event));
  for (const session of await listPaidCheckouts(tx, id))
    await oweRefund(tx, services, session, 'order-cancelled');
  await closeCheckouts(tx, services, { id: userId }, { purpose: 'gift-order', subjectId: id });
  await tx.update(gifts).set({ isSelected: false }).where(eq(gifts.giftOrderId, id));
  return changeGiftOrder(tx, services, id, { status, cancelledAt: services.clock.now() });
}

/** Writes the audit entry and notifies the owner's open pages. */
export async function recordGiftOrder(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { id, userId, totalAmount }: GiftOrderRow,
  action: Extract<AuditAction, `gift-order.${string}`>,
): Promise<void> {
  await record(tx, clock.now(), { action, actor: userId, userId, subjectId: id, details: { totalAmount } });
  await announce(tx, userId, ['gift-orders']);
}

export function namesIn({ giftDetails }: GiftOrderRow): string {
  return listNames(giftDetails.map(({ name }) => name));
}

/** Whether `day` is later than today in `timezone`: the earliest delivery is tomorrow. */
export function isFutureDay(day: string, now: Date, timezone: string): boolean {
  return day > wallClockAt(now, timezone).localDate;
}

/** Prepares the page for paying an order, at the prices when it was placed. `origin` is where the browser is. */
export function preparePayment(
  tx: Tx,
  services: Services,
  owner: UserRow,
  { id, giftDetails }: GiftOrderRow,
  origin: string,
): Promise<PreparedCheckout> {
  return prepareCheckout(tx, services, owner, {
    purpose: 'gift-order',
    subjectId: id,
    lines: giftDetails.map(({ name, price }) => ({ label: name, amountCents: centsOf(price) })),
    origin,
    successPath: '/checkout-success',
    cancelPath: '/store?cancelled=true',
  });
}

/** Opens the page of a new order. Null if it did not open: an error would read as if nothing had been ordered, and be answered with a second order. */
export async function openIfPossible(services: Services, checkout: PreparedCheckout): Promise<string | null> {
  try {
    return (await openPage(services, checkout)).url;
  } catch (err) {
    services.log.warn({ err, checkoutSessionId: checkout.id }, 'the payment page of an order did not open');
    return null;
  }
}
