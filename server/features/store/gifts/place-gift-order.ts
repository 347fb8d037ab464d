import { and, count, eq } from 'drizzle-orm';
import type { GiftOrderForm } from '../../../../shared/store/gift-orders.ts';
import { type Gift, giftsOf, totalOf } from '../../../../shared/store/gifts.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { AppError, fieldError, found } from '../../../platform/errors.ts';
import { lockOwner } from '../../accounts/accounts/accounts.ts';
import { deleteDraft } from '../../memories/drafts/drafts.ts';
import { lockMemory } from '../../memories/memories/memories.ts';
import { isDayToCome, noteGiftOrder, openPaymentPage } from './gift-orders.ts';
import { type GiftOrderRow, giftOrders, gifts } from './gifts.table.ts';

/** So many orders of one owner may wait for their payment at once. */
export const unpaidAtMost = 20;

type PlacedOrder = GiftOrderRow & { checkoutUrl: string };

/**
 * Writes an order down and opens the page on which it is paid; `origin` is where the browser is. What it costs is what the
 * catalogue says. 400 for a day that is not to come, 404 when the memory is not the owner's, 409 when too many orders wait.
 */
export function placeGiftOrder(
  services: Services,
  userId: string,
  form: GiftOrderForm,
  origin: string,
): Promise<PlacedOrder> {
  return inTransaction(services.db, async (tx) => {
    const { timezone } = await lockOwner(tx, userId);
    const now = services.clock.now();
    requireDayToCome(form.deliveryDate, now, timezone);
    await requireFewUnpaid(tx, userId);
    const memory = form.memoryId ? await lockMemory(tx, userId, form.memoryId) : null;
    const chosen = giftsOf(form.gifts);
    const { recipientName, deliveryAddress, deliveryDate } = form;
    const [row] = await tx
      .insert(giftOrders)
      .values({
        userId,
        memoryId: memory?.id ?? null,
        giftType: typeOf(chosen),
        giftDetails: chosen.map(({ id, name, price }) => ({ id, name, price })),
        recipientName,
        deliveryAddress,
        deliveryDate,
        specialInstructions: form.specialInstructions || null,
        totalAmount: totalOf(chosen),
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    const order = found(row);
    await tieToMemory(tx, order);
    const { url } = await openPaymentPage(tx, services, order, origin);
    await noteGiftOrder(tx, services, order, 'gift-order.placed');
    await deleteDraft(tx, userId, 'gift-order');
    return { ...order, checkoutUrl: url };
  });
}

function requireDayToCome(day: string, now: Date, timezone: string): void {
  if (!isDayToCome(day, now, timezone))
    throw fieldError('deliveryDate', 'Please choose a day from tomorrow on');
}

/** Counted under the owner's lock, so that of two orders at the last free place one is refused. */
async function requireFewUnpaid(tx: Tx, userId: string): Promise<void> {
  const unpaid = and(eq(giftOrders.userId, userId), eq(giftOrders.status, 'pending'));
  const [orders] = await tx.select({ waiting: count() }).from(giftOrders).where(unpaid);
  if (found(orders).waiting < unpaidAtMost) return;
  throw new AppError(
    'conflict',
    `${unpaidAtMost} of your orders wait for their payment. Please pay or cancel one of them first.`,
  );
}

async function tieToMemory(tx: Tx, order: GiftOrderRow): Promise<void> {
  const { memoryId, deliveryAddress, createdAt } = order;
  if (!memoryId) return;
  const ties = order.giftDetails.map(({ id: giftType }) => ({
    memoryId,
    giftOrderId: order.id,
    giftType,
    isSelected: true,
    deliveryAddress,
    createdAt,
  }));
  await tx.insert(gifts).values(ties);
}

function typeOf(chosen: readonly Gift[]): GiftOrderRow['giftType'] {
  const [type, ...others] = new Set(chosen.map((gift) => gift.type));
  return type && others.length === 0 ? type : 'mixed';
}
