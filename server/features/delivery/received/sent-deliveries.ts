import { and, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database.ts';
import {
  type MemoryRow,
  type MemoryVersionRow,
  memories,
  memoryVersions,
  type ShownMemory,
} from '../../memories/memories/memories.table.ts';
import { type DeliveryRow, deliveryQueue, schedules } from '../deliveries/deliveries.table.ts';
import { isCurrent, isSentTo, type Page } from './pages.ts';

export interface SentDelivery
  extends Pick<
    DeliveryRow,
    'id' | 'scheduleId' | 'openedAt' | 'deliveredAt' | 'dueAt' | 'leftFor' | 'channel'
  > {
  memory: MemoryRow | null;
  /** What it brought, if the memory was changed or deleted since. */
  version: MemoryVersionRow | null;
}

/** Puts this link's own delivery first. */
export function ownFirst(rows: SentDelivery[], { delivery }: Pick<Page, 'delivery'>): SentDelivery[] {
  return rows.toSorted((a, b) => Number(b.id === delivery.id) - Number(a.id === delivery.id));
}

/**
 * The link's own delivery in any state, and everything else delivered to the same recipient at these addresses
 * whose link is open, newest first. The link of an old address does not open what was sent to a newer one.
 */
export function deliveriesOf(
  db: Queryable,
  page: Page,
  addresses: readonly string[],
): Promise<SentDelivery[]> {
  const { delivery, recipient } = page;
  const others = recipient && and(eq(deliveryQueue.recipientId, recipient.id), isGivenAt(page, addresses));
  return selectSent(db)
    .where(or(eq(deliveryQueue.id, delivery.id), others ?? undefined))
    .orderBy(desc(deliveryQueue.dueAt), desc(deliveryQueue.id));
}

function isGivenAt(page: Page, addresses: readonly string[]): SQL | undefined {
  // What was sent to an address that somebody else reads by now is shown to its recipient where they are reached.
  const cameElsewhere = isCurrent(page)
    ? sql`lower(${deliveryQueue.disownedAddress}) = lower(${deliveryQueue.sentTo})`
    : undefined;
  return and(
    or(addresses.length > 0 ? isSentTo(addresses) : undefined, cameElsewhere),
    isNotNull(deliveryQueue.deliveredAt),
    isNull(deliveryQueue.releaseRevokedAt),
  );
}

/** What came to this recipient by post, newest first. */
export function listPosted(db: Queryable, recipientId: string): Promise<SentDelivery[]> {
  return selectSent(db)
    .where(
      and(
        eq(deliveryQueue.recipientId, recipientId),
        eq(deliveryQueue.channel, 'post'),
        isNotNull(deliveryQueue.deliveredAt),
        isNull(deliveryQueue.releaseRevokedAt),
      ),
    )
    .orderBy(desc(deliveryQueue.deliveredAt), desc(deliveryQueue.id));
}

function selectSent(db: Queryable) {
  return db
    .select({
      id: deliveryQueue.id,
      scheduleId: deliveryQueue.scheduleId,
      openedAt: deliveryQueue.openedAt,
      deliveredAt: deliveryQueue.deliveredAt,
      dueAt: deliveryQueue.dueAt,
      leftFor: deliveryQueue.leftFor,
      channel: deliveryQueue.channel,
      memory: memories,
      version: memoryVersions,
    })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .leftJoin(memories, eq(memories.id, schedules.memoryId))
    .leftJoin(memoryVersions, eq(memoryVersions.id, deliveryQueue.memoryVersionId))
    .$dynamic();
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

/** Whether there is something to show: it was not taken back, and is not being reviewed again. */
export function canBeShown(delivery: SentDelivery): boolean {
  return shownOf(delivery)?.isApproved === true;
}
