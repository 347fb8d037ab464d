import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { GivenAway } from '../../../../../shared/after-death/releases.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { type DeliveryRow, deliveryQueue, schedules } from '../../../delivery/deliveries/deliveries.table.ts';
import { physicalItems } from '../../../keepsakes/physical-items/physical-items.table.ts';
import { memories, memoryVersions } from '../../../memories/memories/memories.table.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { contactsOf } from '../../../people/recipients/recipients.ts';
import { handedOverDuring, leftDuring, type ReleasePeriod } from './left-during.ts';
import { releases } from './releases.table.ts';

type Given = z.output<typeof GivenAway>;

/** For an owner who is alive: what went out while they were believed dead, to whom, and who opened it. */
export async function listGiven(db: Queryable, release: ReleasePeriod): Promise<Given[]> {
  return [...(await listSent(db, release)), ...(await listItems(db, release))];
}

async function listSent(db: Queryable, release: ReleasePeriod): Promise<Given[]> {
  const rows = await db
    .select({
      id: deliveryQueue.id,
      delivery: deliveryQueue,
      openedAt: deliveryQueue.openedAt,
      method: schedules.deliveryMethod,
      type: schedules.deliveryType,
      recipient: recipients,
      title: sql<string | null>`coalesce(${memoryVersions.title}, ${memories.title})`,
    })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .leftJoin(recipients, eq(recipients.id, deliveryQueue.recipientId))
    .leftJoin(memories, eq(memories.id, schedules.memoryId))
    .leftJoin(memoryVersions, eq(memoryVersions.id, deliveryQueue.memoryVersionId))
    .where(leftDuring(release))
    .orderBy(asc(deliveryQueue.lastAttempt), asc(deliveryQueue.id));
  return rows.map(({ id, delivery, openedAt, method, type, recipient, title }) => ({
    id,
    personName: recipient ? fullNameOf(recipient) : delivery.recipientFirstName,
    title,
    channel: channelOf(method, delivery, recipient),
    sentTo: delivery.sentTo,
    sentAt: delivery.lastAttempt,
    arrivedAt: delivery.deliveredAt,
    openedAt,
    isLinkClosed: method === 'digital' && type === 'on_death',
  }));
}

function channelOf(
  method: 'digital' | 'physical',
  { channel }: DeliveryRow,
  recipient: RecipientRow | null,
): Given['channel'] {
  if (method === 'physical') return 'post';
  return channel ?? (recipient && contactsOf(recipient)[0]?.channel) ?? 'email';
}

async function listItems(db: Queryable, release: ReleasePeriod): Promise<Given[]> {
  const rows = await db
    .select({ item: physicalItems, recipient: recipients })
    .from(physicalItems)
    .leftJoin(recipients, eq(recipients.id, physicalItems.recipientId))
    .where(handedOverDuring(release))
    .orderBy(asc(physicalItems.id));
  return rows.map(({ item, recipient }) => ({
    id: item.id,
    personName: recipient ? fullNameOf(recipient) : null,
    title: item.title,
    channel: 'item' as const,
    sentTo: null,
    sentAt: null,
    arrivedAt: item.deliveryDate,
    openedAt: null,
    isLinkClosed: false,
  }));
}

/** How many memories and keepsakes went out because of this report, and to how many people; null if there was no release. */
export async function countGone(
  db: Queryable,
  reportId: string,
): Promise<{ memories: number; people: number } | null> {
  const [release] = await db.select().from(releases).where(eq(releases.reportId, reportId));
  if (!release) return null;
  const sent = await db
    .select({
      what: deliveryQueue.scheduleId,
      who: sql<string>`coalesce(${deliveryQueue.recipientId}, ${deliveryQueue.id})`,
    })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .where(leftDuring(release));
  const items = await db
    .select({
      what: physicalItems.id,
      who: sql<string>`coalesce(${physicalItems.recipientId}, ${physicalItems.id})`,
    })
    .from(physicalItems)
    .where(handedOverDuring(release));
  const gone = [...sent, ...items];
  return {
    memories: new Set(gone.map(({ what }) => what)).size,
    people: new Set(gone.map(({ who }) => who)).size,
  };
}

export function countWaiting(db: Queryable, userId: string): Promise<number> {
  return db.$count(
    schedules,
    and(
      eq(schedules.userId, userId),
      eq(schedules.deliveryType, 'on_death'),
      sql`${schedules.memoryId} is not null`,
    ),
  );
}
