import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../../platform/database.ts';
import type { DeliveryRow } from '../deliveries.table.ts';
import { isSameAddress } from '../state/state.ts';
import type { ClaimedDelivery } from './claim.ts';
import type { Outcome } from './send-delivery.ts';

// People may share an email address. Deliveries of one memory that fall due at the same instant and go to the same address
// travel in one mail: that of the delivery with the lowest id, which leads. The others follow it, each with a row, an outcome
// and a link of its own. One that leads no longer (it waits for somebody, or has failed) holds nobody up: the next one leads.
// Somebody who is held is in nobody's mail, and gets one of their own once let go: the others may have had theirs. The same holds for
// somebody whose address others than the owner have changed. What was passed on travels by itself too: its mail says for whom it was
// left. After a death one mail says so, or does not, to all whom it greets, and one with a line for somebody alone is for nobody else.

/** What a delivery has to do with others to the same address. */
export interface SharedMail {
  /** The one whose mail serves this delivery too; undefined for the one that leads. */
  leader: Other | undefined;
  /** First names of the others whom this delivery's mail serves. */
  followers: string[];
}

interface Other extends Pick<DeliveryRow, 'id' | 'status' | 'sentTo'> {
  deliveredAt: Date | null;
  firstName: string;
}

interface Found extends Record<string, unknown> {
  id: string;
  others: (Omit<Other, 'deliveredAt'> & { deliveredAt: string | null })[] | null;
}

/** One statement for a batch, and for each delivery a look at the owner's other recipients. */
export async function findSharedMails(
  db: Queryable,
  claims: readonly ClaimedDelivery[],
): Promise<Map<string, SharedMail>> {
  const mails = claims.flatMap((claim) => {
    const { id, scheduleId, userId, recipientId, recipient, deliveryMethod } = claim;
    const tells = claim.news === 'tells';
    const hasOwnLine = tells && recipient?.knownBy != null;
    const wasRedirected = claim.addressWaitsUntil !== null;
    const isAlone = claim.isRecipientHeld || wasRedirected || claim.letGoAt !== null;
    const travelsAlone = isAlone || claim.leftFor !== null || hasOwnLine;
    return recipient?.email && deliveryMethod === 'digital' && !travelsAlone
      ? [{ id, scheduleId, userId, recipientId, email: recipient.email, tells }]
      : [];
  });
  if (mails.length === 0) return new Map();
  // A subquery for each: after a burst the planner has no statistics yet, and a join may read whole tables.
  const found = await db.execute<Found>(sql`
    select mail.id, (
      select json_agg(json_build_object('id', d.id, 'status', d.status, 'sentTo', d.sent_to,
        'deliveredAt', d.delivered_at, 'firstName', r.first_name) order by d.id)
      from recipients r
      join delivery_queue d on d.recipient_id = r.id
        and d.let_go_at is null and d.left_for is null and d.due_at = (select due_at from delivery_queue where id = mail.id)
      join schedules s on s.id = d.schedule_id and s.delivery_method = 'digital'
      where r.user_id = mail."userId" and r.id <> mail."recipientId" and r.held_since is null
        and r.address_waits_until is null and lower(r.email) = lower(mail.email)
        and s.memory_id = (select memory_id from schedules where id = mail."scheduleId")
        and not (mail.tells and r.known_by is not null) and ${isToTell} = mail.tells
    ) as others
    from json_to_recordset(${JSON.stringify(mails)}::json) as mail (
      id uuid, "scheduleId" uuid, "userId" uuid, "recipientId" uuid, email text, tells boolean
    )`);
  return new Map(
    found.rows.flatMap(({ id, others }) => (others ? [[id, sharedMailOf(id, others.map(parseOther))]] : [])),
  );
}

/** Does the mail of `d`, to `r`, say that the owner has died, or will it? */
const isToTell = sql`exists (
  select from users u where u.id = d.user_id and u.memorialised_at is not null and not exists (
    select from death_news n where n.recipient_id = r.id and n.memorialised_at = u.memorialised_at
      and n.delivery_id is distinct from d.id))`;

function parseOther({ deliveredAt, ...other }: NonNullable<Found['others']>[number]): Other {
  return { ...other, deliveredAt: deliveredAt === null ? null : new Date(deliveredAt) };
}

function sharedMailOf(id: string, others: readonly Other[]): SharedMail {
  const underWay = others.filter(({ status }) => ['pending', 'sending', 'delivered'].includes(status));
  return {
    leader: underWay.find((other) => other.id < id),
    followers: underWay.filter((other) => other.id > id).map(({ firstName }) => firstName),
  };
}

/**
 * The outcome of a delivery that follows `leader`. `attempt` is how the leader's attempt in the same batch ended, if it was
 * made there. Undefined when the leader's mail does not serve it, so that it is sent by itself.
 */
export function outcomeOfFollower(
  { recipient }: ClaimedDelivery,
  leader: Other,
  attempt: Outcome | undefined,
): Outcome | undefined {
  const address = recipient?.email;
  if (!address) return undefined;
  if (attempt?.kind === 'delivered')
    return isSameAddress(attempt.sentTo?.address ?? null, address)
      ? { ...attempt, sentTo: { channel: 'email', address } }
      : undefined;
  if (attempt?.kind === 'later' || attempt?.kind === 'put-back') return attempt;
  if (attempt) return undefined;
  if (leader.status !== 'delivered') return { kind: 'given-back' };
  return isSameAddress(leader.sentTo, address) && leader.deliveredAt
    ? { kind: 'delivered', sentTo: { channel: 'email', address }, at: leader.deliveredAt }
    : undefined;
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
