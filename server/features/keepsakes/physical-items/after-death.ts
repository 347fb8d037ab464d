import { and, asc, eq, isNotNull, ne, or } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { recordAll } from '../../system/audit/audit.ts';
import { announceItems } from './item-rows.ts';
import { nextStatus } from './item-state.ts';
import { hasNotEnded, type PhysicalItemRow, physicalItems } from './physical-items.table.ts';
import { endReturn } from './returns.ts';

// What happens to items when their owner has died. The caller has locked the owner.

/** From `at` on, staff hand over the owner's items. A return that has not begun is cancelled. */
export async function handOverItems(tx: Tx, services: Services, userId: string, at: Date): Promise<void> {
  const items = await lockItems(tx, userId);
  if (items.length === 0) return;
  for (const item of items)
    if (nextStatus(item, 'released') !== item.status) await endReturn(tx, services, item, 'released');
  await tx
    .update(physicalItems)
    .set({ handOverSince: at, updatedAt: at })
    .where(and(eq(physicalItems.userId, userId), hasNotEnded));
  await recordChanges(tx, at, items, 'physical-item.to-hand-over', 'system');
  await announceItems(tx, userId);
}

/** The owner is alive: nothing more is handed over. An item already on its way goes on, and is not sent again if it comes back. */
export async function takeBackItems(
  tx: Tx,
  { clock }: Services,
  userId: string,
  actor: string,
): Promise<void> {
  const now = clock.now();
  const items = await tx
    .update(physicalItems)
    .set({ handOverSince: null, updatedAt: now })
    .where(and(eq(physicalItems.userId, userId), hasNotEnded, isNotNull(physicalItems.handOverSince)))
    .returning();
  if (items.length === 0) return;
  await recordChanges(tx, now, items, 'physical-item.hand-over-taken-back', actor);
  await announceItems(tx, userId);
}

interface PassingOn {
  actor: string;
  /** The owner of both. */
  userId: string;
  from: string;
  /** Null if nobody should receive it. */
  to: string | null;
}

/** Passes items that are neither on their way to this recipient nor with them to somebody else, or leaves them to staff without a recipient. */
export async function passOnItems(
  tx: Tx,
  { clock }: Services,
  { actor, userId, from, to }: PassingOn,
): Promise<void> {
  const now = clock.now();
  const items = await tx
    .update(physicalItems)
    .set({ recipientId: to, updatedAt: now })
    .where(
      and(
        eq(physicalItems.userId, userId),
        eq(physicalItems.recipientId, from),
        hasNotEnded,
        // An item on its way back to its owner may come back to us, and is then for this recipient.
        or(ne(physicalItems.status, 'in_transit'), isNotNull(physicalItems.returnRequestDate)),
      ),
    )
    .returning();
  if (items.length === 0) return;
  await recordChanges(tx, now, items, 'physical-item.passed-on', actor);
  await announceItems(tx, userId);
}

function lockItems(tx: Tx, userId: string): Promise<PhysicalItemRow[]> {
  return tx
    .select()
    .from(physicalItems)
    .where(and(eq(physicalItems.userId, userId), hasNotEnded))
    .orderBy(asc(physicalItems.id))
    .for('update');
}

function recordChanges(
  tx: Tx,
  at: Date,
  items: readonly PhysicalItemRow[],
  action: `physical-item.${'to-hand-over' | 'hand-over-taken-back' | 'passed-on'}`,
  actor: string,
): Promise<void> {
  return recordAll(
    tx,
    at,
    items.map(({ id: subjectId, userId, status }) => ({
      action,
      actor,
      userId,
      subjectId,
      details: { status },
    })),
  );
}
