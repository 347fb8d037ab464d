import { and, desc, eq, inArray } from 'drizzle-orm';
import { formatDay } from '../../../../shared/dates.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import type { CheckoutSessionRow } from '../../billing/payments/checkout-sessions/checkout-sessions.table.ts';
import { oweRefund } from '../../billing/payments/refunds/refunds.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import { nextStatus } from './gift-order-state.ts';
import { changeGiftOrder, lockGiftOrder, namesIn, recordGiftOrder } from './gift-orders.ts';
import { type GiftOrderRow, giftOrders } from './gifts.table.ts';

export { countGiftOrders } from './list-for-staff.ts';
export { cancelUnsentGiftOrders } from './own-gift-orders.ts';

/** The owner's orders that are paid and have not arrived, newest first, and whether they can still be cancelled. */
export async function listPaidGiftOrders(
  db: Queryable,
  userId: string,
): Promise<(GiftOrderRow & { isCancellable: boolean })[]> {
  const orders = await db
    .select()
    .from(giftOrders)
    .where(and(eq(giftOrders.userId, userId), inArray(giftOrders.status, ['paid', 'preparing', 'shipped'])))
    .orderBy(desc(giftOrders.id));
  return orders.map((order) => ({
    ...order,
    isCancellable: nextStatus(order, 'cancelled-by-owner') !== undefined,
  }));
}

/**
 * Marks an order as paid. A second payment for the same order is refunded, and so is one for an order that was cancelled
 * meanwhile, also by the deletion of the account. Returns the text for the receipt.
 */
export async function settleGiftOrder(
  tx: Tx,
  services: Services,
  { id: userId }: UserRow,
  session: CheckoutSessionRow,
): Promise<string> {
  const { subjectId, paidAt } = session;
  const before = await lockGiftOrder(tx, userId, subjectId ?? '');
  const status = nextStatus(before, 'paid');
  if (!status) return giveBack(tx, services, before, session);
  const order = await changeGiftOrder(tx, services, before.id, {
    status,
    paidAt: paidAt ?? services.clock.now(),
  });
  await recordGiftOrder(tx, services, order, 'gift-order.paid');
  await announceToStaff(tx);
  return `${namesIn(order)}, for ${order.recipientName} on ${formatDay(order.deliveryDate)}.`;
}

/** The order stays as it is, but says that it was paid for: its owner reads that the payment is refunded. */
async function giveBack(
  tx: Tx,
  services: Services,
  before: GiftOrderRow,
  session: CheckoutSessionRow,
): Promise<string> {
  if (before.paidAt) {
    await oweRefund(tx, services, session, 'paid-twice');
    await recordGiftOrder(tx, services, before, 'gift-order.paid-again');
    return `${namesIn(before)}. This order was already paid for: this payment will be refunded.`;
  }
  await oweRefund(tx, services, session, 'order-cancelled');
  const order = await changeGiftOrder(tx, services, before.id, {
    paidAt: session.paidAt ?? services.clock.now(),
  });
  await recordGiftOrder(tx, services, order, 'gift-order.paid-in-vain');
  return `${namesIn(order)}. This order had been cancelled: nothing will be sent, and this payment will be refunded.`;
}
