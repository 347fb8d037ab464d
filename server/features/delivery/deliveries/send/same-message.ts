import { sql } from 'drizzle-orm';
import { type Database, preparedOnce, type Queryable } from '../../../../platform/database.ts';
import { deriveId } from '../../../../platform/ids.ts';
import { deliveryQueue } from '../deliveries.table.ts';
import type { ClaimedDelivery } from './claim.ts';

// Everything that falls due for one person at the same instant goes in one message with one link. Its
// deliveries are claimed together, and each has its own row and outcome. Anything added after the claim goes
// in a second message. People who share an address get a message each: a link opens one person's page.

/** At most this many go in one message; the rest go in another. */
const deliveriesPerMessage = 100;

/** These deliveries, and those that could be sent with them. */
export async function withSameMessage(db: Database, ids: readonly string[]): Promise<string[]> {
  const found = await neighboursOf(db).execute({ ids });
  return [...new Set([...ids, ...found.flatMap(({ others }) => others ?? [])])];
}

/** Prepared, since every batch runs it. A subquery for each: after a burst the planner has no statistics yet, and a join may read whole tables. */
const neighboursOf = preparedOnce((db) =>
  db
    .select({
      others: sql<string[] | null>`(
        select array_agg(other.id)
        from delivery_queue other
        join schedules s on s.id = other.schedule_id and s.delivery_method = 'digital'
        where other.recipient_id = moment.recipient_id and other.due_at = moment.due_at
          and other.status in ('pending', 'sending')
      )`,
    })
    .from(
      sql`(select distinct recipient_id, due_at from ${deliveryQueue}
        where id = any(${sql.placeholder('ids')}::uuid[])) moment`,
    )
    .prepare('same_message'),
);

/**
 * Deliveries of one message have the same key. One that may already have arrived is sent again with the same
 * deliveries as before, since it keeps its Message-ID: all of them have been in doubt since the same instant.
 */
function messageKeyOf({
  id,
  recipientId,
  dueAt,
  deliveryMethod,
  unknownSince,
  contact,
}: ClaimedDelivery): string {
  if (!recipientId || deliveryMethod !== 'digital') return id;
  return [recipientId, dueAt.getTime(), unknownSince?.getTime(), contact?.address].join(' ');
}

/**
 * Ordered by the first delivery of each message. Within a message they are in order of ids, after the one
 * that says that the owner has died: the first one names the message, and the message has its link.
 */
export function groupIntoMessages(claims: readonly ClaimedDelivery[]): ClaimedDelivery[][] {
  return [...Map.groupBy(claims, messageKeyOf).values()].flatMap((alike) => {
    const ordered = alike.toSorted(inOrderOfMessage);
    const count = Math.ceil(ordered.length / deliveriesPerMessage);
    return Array.from({ length: count }, (_, n) =>
      ordered.slice(n * deliveriesPerMessage, (n + 1) * deliveriesPerMessage),
    );
  });
}

function inOrderOfMessage(one: ClaimedDelivery, other: ClaimedDelivery): number {
  return Number(other.news === 'tells') - Number(one.news === 'tells') || (one.id < other.id ? -1 : 1);
}

/**
 * What the Message-ID is made of. A message with several deliveries is named by the first one and by an id of them
 * all: with another set it says something else, and a mail system that knows the Message-ID would drop it.
 */
export function nameOfMessage(deliveries: readonly { id: string }[]): string {
  const ids = deliveries.map(({ id }) => id);
  const first = `delivery.${ids[0]}`;
  return ids.length === 1 ? first : `${first}.${deriveId(ids.join(' ')).slice(-12)}`;
}

/** The deliveries that were sent with this one to `address`, and this one itself; empty if it went elsewhere. */
export async function findSentTogether(
  db: Queryable,
  { deliveryId, address }: { deliveryId: string; address: string },
): Promise<{ id: string; scheduleId: string }[]> {
  const found = await db.execute<{ id: string; scheduleId: string }>(sql`
    select other.id, other.schedule_id as "scheduleId" from delivery_queue d
    join delivery_queue other on other.recipient_id = d.recipient_id and other.due_at = d.due_at
      and lower(other.sent_to) = lower(d.sent_to)
    where d.id = ${deliveryId} and lower(d.sent_to) = lower(${address})`);
  return found.rows;
}

/** The other deliveries in the message of this one, as long as nobody knows whether it arrived. */
export async function findInDoubtWith(
  db: Queryable,
  deliveryId: string,
): Promise<{ id: string; scheduleId: string }[]> {
  const found = await db.execute<{ id: string; scheduleId: string }>(sql`
    select other.id, other.schedule_id as "scheduleId" from delivery_queue d
    join delivery_queue other on other.recipient_id = d.recipient_id and other.due_at = d.due_at
      and other.outcome_unknown_at = d.outcome_unknown_at and other.id <> d.id
    where d.id = ${deliveryId}`);
  return found.rows;
}
