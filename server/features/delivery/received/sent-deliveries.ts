import { and, desc, eq, gt, isNotNull, isNull, or } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { hashToken } from '../../../platform/random.ts';
import {
  type MemoryRow,
  type MemoryVersionRow,
  memories,
  memoryVersions,
  type ShownMemory,
} from '../../memories/memories/memories.table.ts';
import { type DeliveryRow, deliveryQueue, schedules } from '../deliveries/deliveries.table.ts';

/** The delivery behind a link, from the first attempt to send it; before that the link is unknown (404). */
export async function findDelivery(db: Queryable, token: string): Promise<DeliveryRow> {
  const [delivery] = await db
    .select()
    .from(deliveryQueue)
    .where(and(eq(deliveryQueue.tokenHash, hashToken(token)), gt(deliveryQueue.attemptCount, 0)));
  return requireFound(delivery, 'This page');
}

export interface SentDelivery {
  id: string;
  openedAt: Date | null;
  deliveredAt: Date | null;
  dueAt: Date;
  leftFor: string | null;
  memory: MemoryRow | null;
  /** What it brought, if the memory was changed or deleted since. */
  version: MemoryVersionRow | null;
}

/** This link's own first. */
export function ownFirst(rows: SentDelivery[], { id }: DeliveryRow): SentDelivery[] {
  return rows.toSorted((a, b) => Number(b.id === id) - Number(a.id === id));
}

/**
 * The link's own delivery in any state, and everything else delivered to the same recipient at the same address whose link is
 * open. An old address does not open what was sent to a newer one.
 */
export function deliveriesOf(db: Queryable, delivery: DeliveryRow): Promise<SentDelivery[]> {
  const { id, recipientId, sentTo } = delivery;
  const sameAddress =
    recipientId && sentTo
      ? and(
          eq(deliveryQueue.recipientId, recipientId),
          eq(deliveryQueue.sentTo, sentTo),
          isNotNull(deliveryQueue.deliveredAt),
          isNull(deliveryQueue.releaseRevokedAt),
        )
      : undefined;
  return db
    .select({
      id: deliveryQueue.id,
      openedAt: deliveryQueue.openedAt,
      deliveredAt: deliveryQueue.deliveredAt,
      dueAt: deliveryQueue.dueAt,
      leftFor: deliveryQueue.leftFor,
      memory: memories,
      version: memoryVersions,
    })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .leftJoin(memories, eq(memories.id, schedules.memoryId))
    .leftJoin(memoryVersions, eq(memoryVersions.id, deliveryQueue.memoryVersionId))
    .where(or(eq(deliveryQueue.id, id), sameAddress))
    .orderBy(desc(deliveryQueue.dueAt));
}

export interface Shown extends ShownMemory {
  memoryId: string;
  isApproved: boolean;
}

/** What a delivery brought. Undefined once it was taken back. */
export function shownOf({ memory, version }: SentDelivery): Shown | undefined {
  if (version) return { ...version, isApproved: true };
  return memory ? { ...memory, memoryId: memory.id } : undefined;
}
