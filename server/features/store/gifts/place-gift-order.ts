import { and, count, eq } from 'drizzle-orm';
import type { GiftOrderForm } from '../../../../shared/store/gift-orders.ts';
import { type Gift, giftsOf, totalOf } from '../../../../shared/store/gifts.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { AppError, fieldError, requireFound } from '../../../platform/errors.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { deleteDraft } from '../../memories/memories/drafts/drafts.ts';
import { lockMemory } from '../../memories/memories/memories.ts';
import { isFutureDay, openIfPossible, preparePayment, recordGiftOrder } from './gift-orders.ts';
import { type GiftOrderRow, giftOrders, gifts } from './gifts.table.ts';

/** How many unpaid orders one owner may have at once. */
const maxUnpaidOrders = 20;

type PlacedOrder = GiftOrderRow & { checkoutUrl: string | null };

/** A new column has to be set here or listed as set later, or this file does not compile. */
type PlacedColumns = Omit<
  GiftOrderRow,
  | 'id'
  | 'status'
  | 'trackingNumber'
  | 'vendorOrderId'
  | 'adminNotes'
  | 'paidAt'
  | 'cancelledAt'
  | 'preparingAt'
  | 'shippedAt'
  | 'deliveredAt'
>;

/**
 * Places an order at the catalogue's prices and opens its payment page; `origin` is where the browser is. If the page does not
 * open, the order is there all the same, to be paid later. Throws 400 for a day before tomorrow, 404 if the memory is not the
 * owner's, 409 if too many orders are unpaid.
 */
export async function placeGiftOrder(
  services: Services,
  userId: string,
  form: GiftOrderForm,
  origin: string,
): Promise<PlacedOrder> {
  const { order, checkout } = await inTransaction(services.db, async (tx) => {
    const owner = await lockOwner(tx, userId);
    const { timezone } = owner;
    const now = services.clock.now();
    requireFutureDay(form.deliveryDate, now, timezone);
    await requireFewUnpaid(tx, userId);
    const memory = form.memoryId ? await lockMemory(tx, userId, form.memoryId) : null;
    const chosen = giftsOf(form.gifts);
    const { recipientName, deliveryAddress, deliveryDate } = form;
    const placed: PlacedColumns = {
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
    };
    const [row] = await tx.insert(giftOrders).values(placed).returning();
    const order = requireFound(row);
    await linkToMemory(tx, order);
    const checkout = await preparePayment(tx, services, owner, order, origin);
    await recordGiftOrder(tx, services, order, 'gift-order.placed');
    await deleteDraft(tx, userId, 'gift-order', form.draftVersions);
    return { order, checkout };
  });
  return { ...order, checkoutUrl: await openIfPossible(services, checkout) };
}

function requireFutureDay(day: string, now: Date, timezone: string): void {
  if (!isFutureDay(day, now, timezone))
    throw fieldError('deliveryDate', 'Please choose a day from tomorrow on');
}

/** Counts with the owner locked, so that of two orders placed at once only one can be the last allowed. */
async function requireFewUnpaid(tx: Tx, userId: string): Promise<void> {
  const unpaid = and(eq(giftOrders.userId, userId), eq(giftOrders.status, 'pending'));
  const [orders] = await tx.select({ waiting: count() }).from(giftOrders).where(unpaid);
  if (requireFound(orders).waiting < maxUnpaidOrders) return;
  throw new AppError(
    'conflict',
    `${maxUnpaidOrders} of your orders are waiting for payment. Please pay or cancel one of them first.`,
  );
}

async function linkToMemory(tx: Tx, order: GiftOrderRow): Promise<void> {
  const { memoryId, deliveryAddress, createdAt } = order;
  if (!memoryId) return;
  const links = order.giftDetails.map(({ id: giftType }) => ({
    memoryId,
    giftOrderId: order.id,
    giftType,
    isSelected: true,
    deliveryAddress,
    createdAt,
  }));
  await tx.insert(gifts).values(links);
}

function typeOf(chosen: readonly Gift[]): GiftOrderRow['giftType'] {
  const [type, ...others] = new Set(chosen.map((gift) => gift.type));
  return type && others.length === 0 ? type : 'mixed';
}
