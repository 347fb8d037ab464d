import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import type { AuditAction } from '../../../../shared/system/audit-actions.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { record } from '../../system/audit/audit.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import { handoversOf, imagesOf } from './item-parts.ts';
import { type PhysicalItemRow, physicalItems } from './physical-items.table.ts';

const listMaxItems = 200;

type Item = z.output<typeof PhysicalItem>;

/** The owner's latest items, newest first. */
export async function listItems(db: Queryable, userId: string): Promise<Item[]> {
  return withParts(db, await itemsOf(db, userId).limit(listMaxItems));
}

/** All of them, for an export. */
export async function listAllItems(db: Queryable, userId: string): Promise<Item[]> {
  return withParts(db, await itemsOf(db, userId));
}

function itemsOf(db: Queryable, userId: string) {
  return selectItems(db).where(eq(physicalItems.userId, userId)).orderBy(desc(physicalItems.id));
}

/** Throws 404 for somebody else's item. */
export async function loadItem(db: Queryable, userId: string, id: string): Promise<Item> {
  const rows = await selectItems(db).where(and(eq(physicalItems.userId, userId), eq(physicalItems.id, id)));
  const [item] = await withParts(db, rows);
  return requireFound(item, 'This item');
}

function selectItems(db: Queryable) {
  return db
    .select({
      ...getTableColumns(physicalItems),
      recipientName: sql<string | null>`${recipients.firstName} || ' ' || ${recipients.lastName}`,
    })
    .from(physicalItems)
    .leftJoin(recipients, eq(recipients.id, physicalItems.recipientId))
    .$dynamic();
}

async function withParts(
  db: Queryable,
  rows: (PhysicalItemRow & { recipientName: string | null })[],
): Promise<Item[]> {
  const ids = rows.map(({ id }) => id);
  const [images, handovers] = await Promise.all([imagesOf(db, ids), handoversOf(db, ids)]);
  return rows.map((row) => ({
    ...row,
    recipientName: row.recipientName?.trim() ?? null,
    images: (images.get(row.id) ?? []).filter(({ imageType }) => imageType === 'owner'),
    handovers: handovers.get(row.id) ?? [],
  }));
}

/** Throws 404 for somebody else's item. Lock the owner first, as payments do. */
export async function lockItem(tx: Tx, userId: string, id: string): Promise<PhysicalItemRow> {
  const [item] = await tx
    .select()
    .from(physicalItems)
    .where(and(eq(physicalItems.id, id), eq(physicalItems.userId, userId)))
    .for('update');
  return requireFound(item, 'This item');
}

export async function changeColumns(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  id: string,
  columns: Partial<PhysicalItemRow>,
): Promise<PhysicalItemRow> {
  const [item] = await tx
    .update(physicalItems)
    .set({ updatedAt: clock.now(), ...columns })
    .where(eq(physicalItems.id, id))
    .returning();
  return requireFound(item, 'This item');
}

/** Writes what the owner did to the audit log, and notifies their open pages and those of staff. */
export async function recordItem(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { id, userId, status }: Pick<PhysicalItemRow, 'id' | 'userId' | 'status'>,
  action: Extract<AuditAction, `physical-item.${string}`>,
): Promise<void> {
  await record(tx, clock.now(), { action, actor: userId, userId, subjectId: id, details: { status } });
  await announceItems(tx, userId);
}

export async function announceItems(tx: Tx, userId: string): Promise<void> {
  await announce(tx, userId, ['physical-items', 'stats']);
  await announceToStaff(tx);
}

/** 404 for an unknown item. */
export async function findForStaff(db: Queryable, id: string): Promise<PhysicalItemRow> {
  const [item] = await db.select().from(physicalItems).where(eq(physicalItems.id, id));
  return requireFound(item, 'This item');
}
