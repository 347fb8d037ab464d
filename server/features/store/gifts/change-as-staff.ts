import { eq } from 'drizzle-orm';
import type { SeenGiftOrder } from '../../../../shared/store/staff-gift-orders.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import type { ByStaff } from '../../accounts/auth/staff/changes/changes.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { type AuditAction, record } from '../../system/audit/audit.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import { lockGiftOrder } from './gift-orders.ts';
import { type GiftOrderRow, giftOrders } from './gifts.table.ts';
import { requireUnchanged } from './staff-rules.ts';

export type OnOrder = ByStaff<SeenGiftOrder>;

export function changeAsStaff(
  { db, clock }: Services,
  action: AuditAction,
  { actor, id: orderId, reason, seen }: OnOrder,
  change: (tx: Tx, order: GiftOrderRow) => Promise<GiftOrderRow>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { userId } = await findGiftOrder(tx, orderId);
    // Locks its owner first, as payments do.
    await lockOwner(tx, userId);
    const before = await lockGiftOrder(tx, userId, orderId);
    requireUnchanged(seen, before);
    const after = await change(tx, before);
    await record(tx, clock.now(), {
      action,
      actor,
      userId,
      subjectId: orderId,
      reason,
      before: factsOf(before),
      after: factsOf(after),
    });
    await announce(tx, userId, ['gift-orders']);
    await announceToStaff(tx);
  });
}

async function findGiftOrder(tx: Tx, id: string): Promise<GiftOrderRow> {
  const [order] = await tx.select().from(giftOrders).where(eq(giftOrders.id, id));
  return requireFound(order, 'This order');
}

/** Only the length of the notes: their text stays out of the audit log. */
function factsOf({ status, trackingNumber, vendorOrderId, adminNotes }: GiftOrderRow) {
  return { status, trackingNumber, vendorOrderId, notesCharacters: adminNotes?.length ?? 0 };
}
