import { count, eq, sql } from 'drizzle-orm';
import { insuranceFeeOf } from '../../../../shared/keepsakes/item-rules.ts';
import type { PhysicalItemChange, PhysicalItemForm } from '../../../../shared/keepsakes/physical-items.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database.ts';
import { AppError, requireFound } from '../../../platform/errors.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { lockRecipient } from '../../people/recipients/recipients.ts';
import { changeColumns, lockItem, recordItem } from './item-rows.ts';
import { isKept, type PhysicalItemRow, physicalItems } from './physical-items.table.ts';
import { requireRoom } from './plan-rules.ts';

/** What the owner writes. A new column has to be set here or listed below, or this file does not compile. */
type WrittenColumns = Omit<
  PhysicalItemRow,
  | 'id'
  | 'userId'
  | 'status'
  | 'storageLocation'
  | 'receivedDate'
  | 'deliveryDate'
  | 'returnRequestDate'
  | 'returnReason'
  | 'returnFee'
  | 'returnFeePaidAt'
  | 'handOverSince'
  | 'lostReportedAt'
  | 'lostReportedBy'
  | 'lostReason'
  | 'lostAt'
  | 'createdAt'
  | 'updatedAt'
>;

/** How many of the owner's items count towards the plan's limit, and how many there are in all, returned ones included. */
export async function countItems(db: Queryable, userId: string): Promise<{ kept: number; ever: number }> {
  const [items] = await db
    .select({ kept: sql<number>`count(*) filter (where ${isKept})::int`, ever: count() })
    .from(physicalItems)
    .where(eq(physicalItems.userId, userId));
  return requireFound(items);
}

/** 402 if the plan has no room, counted with the owner locked; 404 for somebody else's recipient. */
export function addItem(
  services: Services,
  { id: userId }: UserRow,
  form: PhysicalItemForm,
): Promise<string> {
  return inTransaction(services.db, async (tx) => {
    const now = services.clock.now();
    const owner = await lockOwner(tx, userId);
    const { kept } = await countItems(tx, userId);
    await requireRoom(tx, services, owner, kept);
    const [row] = await tx
      .insert(physicalItems)
      .values({ ...(await columnsOf(tx, userId, form)), userId, createdAt: now, updatedAt: now })
      .returning();
    const item = requireFound(row);
    await recordItem(tx, services, item, 'physical-item.added');
    return item.id;
  });
}

/** Omitted fields stay as they are. 404 if the item or the recipient is somebody else's, 409 once it has left us. */
export function changeItem(
  services: Services,
  userId: string,
  id: string,
  change: PhysicalItemChange,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    await lockOwner(tx, userId);
    const before = await lockItem(tx, userId, id);
    if (before.status !== 'stored' && before.status !== 'requested_return')
      throw new AppError('conflict', 'This item has left us and can no longer be changed');
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const columns = await columnsOf(tx, userId, { ...before, ...given });
    const item = await changeColumns(tx, services, id, columns);
    await recordItem(tx, services, item, 'physical-item.changed');
  });
}

async function columnsOf(tx: Tx, userId: string, form: PhysicalItemForm): Promise<WrittenColumns> {
  const { title, description, category, estimatedValue, hasInsurance, recipientId } = form;
  if (recipientId) await lockRecipient(tx, userId, recipientId);
  const insuranceValue = hasInsurance ? (form.insuranceValue ?? null) : null;
  return {
    title,
    description,
    category,
    estimatedValue: estimatedValue ?? null,
    hasInsurance,
    insuranceValue,
    insuranceFee: insuranceValue === null ? null : insuranceFeeOf(insuranceValue),
    recipientId: recipientId ?? null,
    personalMessage: form.personalMessage || null,
    deliveryInstructions: form.deliveryInstructions || null,
  };
}

/** How many items of all owners we still have to hand over or send back. */
export function countKeptItems(db: Queryable): Promise<number> {
  return db.$count(physicalItems, isKept);
}
