import { sql } from 'drizzle-orm';
import { type Database, preparedOnce, type Queryable } from '../../../../platform/database.ts';
import { contactOf } from '../../../people/recipients/recipients.ts';
import { deliveryQueue } from '../deliveries.table.ts';
import type { ClaimedDelivery } from './claim.ts';

// People may share an email address. Deliveries of one memory that fall due at the same instant and go to the same address travel in one
// message, which greets them all: they are claimed together, and each has a row, an outcome and a link of its own. What is added after the
// claim goes in a second one.

/** These deliveries, and those that could travel with them. */
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
        from recipients r
        join recipients neighbour on neighbour.user_id = r.user_id and neighbour.id <> r.id
          and lower(neighbour.email) = lower(r.email)
        join delivery_queue other on other.recipient_id = neighbour.id
          and other.due_at = delivery_queue.due_at and other.status in ('pending', 'sending')
        join schedules s on s.id = other.schedule_id and s.delivery_method = 'digital'
        where r.id = delivery_queue.recipient_id
          and s.memory_id = (select memory_id from schedules where id = delivery_queue.schedule_id)
      )`,
    })
    .from(deliveryQueue)
    .where(sql`${deliveryQueue.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('same_message'),
);

/**
 * What travels in one message has the same key. Somebody who is held is in nobody's mail, and gets one of their own once let go: the
 * others may have had theirs. The same holds for somebody whose address others than the owner have changed. What was passed on travels
 * by itself too: its mail says for whom it was left. After a death one mail says so, or does not, to all whom it greets, and one with a
 * line for somebody alone is for nobody else.
 */
export function messageKeyOf(claim: ClaimedDelivery): string {
  const contact = claim.recipient && contactOf(claim.recipient);
  const tells = claim.news === 'tells';
  const hasOwnLine = tells && claim.recipient?.knownBy != null;
  const wasRedirected = claim.addressWaitsUntil !== null;
  const wasHeld = claim.isRecipientHeld || claim.holdEndedAt !== null;
  const travelsAlone = wasHeld || wasRedirected || hasOwnLine || claim.leftFor !== null;
  if (travelsAlone || contact?.channel !== 'email' || claim.deliveryMethod !== 'digital') return claim.id;
  const address = contact.address.toLowerCase();
  return [claim.userId, address, claim.dueAt.getTime(), claim.memoryId, tells].join(' ');
}

/**
 * In the order of their first deliveries; the deliveries of a message by their ids, of which the first names it. Somebody for whom the
 * same memory was left twice gets two.
 */
export function groupIntoMessages(claims: readonly ClaimedDelivery[]): ClaimedDelivery[][] {
  return [...Map.groupBy(claims, messageKeyOf).values()].flatMap((alike) => {
    const messages: ClaimedDelivery[][] = [];
    for (const claim of alike.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const isFor = ({ recipientId }: ClaimedDelivery) => recipientId === claim.recipientId;
      const message = messages.find((others) => !others.some(isFor));
      if (message) message.push(claim);
      else messages.push([claim]);
    }
    return messages;
  });
}

/** Deliveries that the mail of this one served too, sent to `address`. */
export async function findServedTogether(
  db: Queryable,
  { deliveryId, address }: { deliveryId: string; address: string },
): Promise<string[]> {
  const found = await db.execute<{ id: string }>(sql`
    select other.id from delivery_queue d
    join schedules s on s.id = d.schedule_id
    join schedules same on same.memory_id = s.memory_id
    join delivery_queue other on other.schedule_id = same.id and other.due_at = d.due_at
      and other.id <> d.id and lower(other.sent_to) = lower(${address})
    where d.id = ${deliveryId} order by other.id`);
  return found.rows.map(({ id }) => id);
}
