import { and, desc, eq, inArray } from 'drizzle-orm';
import { formatDay } from '../../../../shared/dates.ts';
import { listNames } from '../../../../shared/list-names.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import type { UserRow } from '../../accounts/accounts/accounts.table.ts';
import type { CheckoutSessionRow } from '../../billing/checkout-sessions/checkout-sessions.table.ts';
import { changeGiftOrder, lockGiftOrder, recordGiftOrder } from './gift-orders.ts';
import { type GiftOrderRow, giftOrders, gifts } from './gifts.table.ts';

/** The owner's orders that are paid and have not arrived, newest first. */
export function listPaidGiftOrders(db: Queryable, userId: string): Promise<GiftOrderRow[]> {
  return db
    .select()
    .from(giftOrders)
    .where(and(eq(giftOrders.userId, userId), inArray(giftOrders.status, ['paid', 'shipped'])))
    .orderBy(desc(giftOrders.id));
}

/**
 * Marks an order as paid, even one that was cancelled meanwhile, since the money was taken. A second payment for the same
 * order is noted for staff to refund. Returns the text for the receipt.
 */
export async function settleGiftOrder(
  tx: Tx,
  services: Services,
  { id: userId }: UserRow,
  { id: sessionId, subjectId, paidAt }: CheckoutSessionRow,
): Promise<string> {
  const before = await lockGiftOrder(tx, userId, subjectId ?? '');
  if (before.paidAt) {
    await noteSecondPayment(tx, services, before, sessionId);
    return `${namesIn(before)}. This order had been paid before: this payment will be given back to you.`;
  }
  const order = await changeGiftOrder(tx, services, before.id, {
    status: 'paid',
    paidAt: paidAt ?? services.clock.now(),
    cancelledAt: null,
  });
  await tx.update(gifts).set({ isSelected: true }).where(eq(gifts.giftOrderId, order.id));
  await recordGiftOrder(tx, services, order, 'gift-order.paid');
  return `${namesIn(order)}, for ${order.recipientName} on ${formatDay(order.deliveryDate)}.`;
}

async function noteSecondPayment(
  tx: Tx,
  services: Services,
  { id, adminNotes }: GiftOrderRow,
  sessionId: string,
): Promise<void> {
  const notes = [adminNotes, `Paid once more (checkout session ${sessionId}): to be given back.`];
  const order = await changeGiftOrder(tx, services, id, { adminNotes: notes.filter(Boolean).join('\n') });
  await recordGiftOrder(tx, services, order, 'gift-order.paid-again');
}

function namesIn({ giftDetails }: GiftOrderRow): string {
  return listNames(giftDetails.map(({ name }) => name));
}
