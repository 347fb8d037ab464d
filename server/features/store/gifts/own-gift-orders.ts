import { eq } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { closeCheckouts, openPage } from '../../billing/payments/checkout-sessions/checkout-sessions.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import { nextStatus } from './gift-order-state.ts';
import { cancelOrder, isFutureDay, lockGiftOrder, preparePayment, recordGiftOrder } from './gift-orders.ts';
import { type GiftOrderRow, giftOrders } from './gifts.table.ts';

/**
 * Opens a new payment page for an order and closes earlier ones. Throws 404 if the order is not the owner's,
 * 409 if it is not unpaid or its day has come.
 */
export async function reopenGiftCheckout(
  services: Services,
  userId: string,
  id: string,
  origin: string,
): Promise<{ url: string }> {
  const checkout = await inTransaction(services.db, async (tx) => {
    const { order, owner } = await lockUnpaid(tx, userId, id);
    if (!isFutureDay(order.deliveryDate, services.clock.now(), owner.timezone)) throw dayIsOver();
    await closeCheckouts(tx, services, { id: userId }, { purpose: 'gift-order', subjectId: id });
    return preparePayment(tx, services, owner, order, origin);
  });
  return openPage(services, checkout);
}

/**
 * Cancels an order that has not been sent yet, and refunds what was paid for it. Throws 404 if it is not the
 * owner's, 409 if it is too late.
 */
export function cancelGiftOrder(services: Services, userId: string, id: string): Promise<GiftOrderRow> {
  return inTransaction(services.db, async (tx) => {
    await lockOwner(tx, userId);
    const before = await lockGiftOrder(tx, userId, id);
    const { status } = before;
    if (status !== 'pending' && !nextStatus(before, 'cancelled-by-owner'))
      throw new AppError('conflict', tooLate[status]);
    return cancelAsOwner(tx, services, before);
  });
}

/** Cancels all of an owner's unsent orders, and refunds what was paid. Lock the owner first. */
export async function cancelUnsentGiftOrders(tx: Tx, services: Services, userId: string): Promise<void> {
  const orders = await tx
    .select()
    .from(giftOrders)
    .where(eq(giftOrders.userId, userId))
    .orderBy(giftOrders.id)
    .for('update');
  for (const order of orders)
    if (nextStatus(order, 'cancelled-by-owner')) await cancelAsOwner(tx, services, order);
}

async function cancelAsOwner(tx: Tx, services: Services, before: GiftOrderRow): Promise<GiftOrderRow> {
  const order = await cancelOrder(tx, services, before, 'cancelled-by-owner');
  await recordGiftOrder(tx, services, order, 'gift-order.cancelled');
  if (before.status !== 'pending') await announceToStaff(tx);
  return order;
}

const tooLate = {
  paid: 'This order is already paid',
  preparing: 'This order is already being prepared',
  shipped: 'This order is already on its way',
  delivered: 'This order has already arrived',
  cancelled: 'This order was cancelled',
} as const;

async function lockUnpaid(
  tx: Tx,
  userId: string,
  id: string,
): Promise<{ order: GiftOrderRow; owner: UserRow }> {
  const owner = await lockOwner(tx, userId);
  const order = await lockGiftOrder(tx, userId, id);
  if (order.status !== 'pending') throw new AppError('conflict', tooLate[order.status]);
  return { order, owner };
}

function dayIsOver(): AppError {
  return new AppError(
    'conflict',
    'The day of delivery of this order has come. Please cancel it and order for a later day.',
  );
}
