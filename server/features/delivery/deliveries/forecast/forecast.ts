import { and, asc, eq, inArray, isNull, notExists, sql } from 'drizzle-orm';
import type { Contact, LinkChannel } from '../../../../../shared/outbox/channels.ts';
import type { Queryable } from '../../../../platform/database.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { type MemoryRow, memories } from '../../../memories/memories/memories.table.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { waitOf } from '../../../people/recipients/recipients.ts';
import { contactToTry, reachedOf } from '../current-address.ts';
import {
  type DeliveryRow,
  deliveryQueue,
  memoryRecipients,
  type ScheduleRow,
  schedules,
  type WaitingReason,
} from '../deliveries.table.ts';
import { type GuardianFacts, questionBy, waitsForGuardian } from '../guardians/guardian-hold.ts';
import { guardianQuestions } from '../guardians/guardians.table.ts';
import { dueAtOf, type Release } from '../plan/plan.ts';
import { obstacleOf } from '../send/obstacles.ts';
import { isInArrears } from '../send/paid-for.ts';

/** The columns read of each schedule: an owner may have planned thousands. */
const planned = {
  id: schedules.id,
  seriesId: schedules.seriesId,
  deliveryType: schedules.deliveryType,
  deliveryMethod: schedules.deliveryMethod,
  deliveryDate: schedules.deliveryDate,
  localDate: schedules.localDate,
  localTime: schedules.localTime,
  timezone: schedules.timezone,
  releaseDays: schedules.releaseDays,
  startedAt: schedules.startedAt,
};

/** What becomes of one memory for one recipient. */
export interface Forecast {
  schedule: Pick<ScheduleRow, keyof typeof planned>;
  recipient: RecipientRow;
  memory: Pick<MemoryRow, 'id' | 'title' | 'type' | 'isApproved'>;
  /** When it falls due; null if it waits for a death. */
  dueAt: Date | null;
  /** How it is sent; null if there is no address to send it to. */
  contact: Contact | null;
  /** Why it would wait when it is due; null if it would go out. */
  reason: WaitingReason | 'failed' | null;
}

/**
 * What becomes of everything an owner has planned that is not delivered yet, as of `now`: if they die and are released,
 * or while they are alive. It asks the same questions as the sweep and the worker, for the day on which each thing falls
 * due. It assumes that a plan that is paid for now will be paid for then, and that a guardian who was not asked yet says
 * nothing. `onlyTroubled` leaves out most of what goes as planned while the owner is alive and the plan is paid.
 */
export async function forecastDeliveries(
  db: Queryable,
  owner: UserRow,
  { now, release, channels, onlyTroubled = false }: Asked & { onlyTroubled?: boolean },
): Promise<Forecast[]> {
  const troubled = onlyTroubled ? await listTroubled(db, owner.id, channels) : undefined;
  if (troubled?.length === 0) return [];
  const rows = await db
    .select({
      schedule: planned,
      recipientId: memoryRecipients.recipientId,
      memory: {
        id: memories.id,
        title: memories.title,
        type: memories.type,
        isApproved: memories.isApproved,
      },
    })
    .from(schedules)
    .innerJoin(memories, eq(memories.id, schedules.memoryId))
    .innerJoin(memoryRecipients, eq(memoryRecipients.scheduleId, schedules.id))
    .where(
      and(
        eq(schedules.userId, owner.id),
        eq(schedules.isDelivered, false),
        troubled && inArray(schedules.id, troubled),
      ),
    )
    .orderBy(asc(schedules.deliveryDate), asc(schedules.id), asc(memoryRecipients.recipientId));
  const found = await readAbout(db, owner.id);
  return rows.flatMap((row) => {
    const about = found(row);
    return about ? forecast(about, owner, { now, release, channels }) : [];
  });
}

/** What is known about people, deliveries that have begun, and questions to guardians: few rows for many schedules. */
async function readAbout(db: Queryable, userId: string) {
  const people = await db.select().from(recipients).where(eq(recipients.userId, userId));
  const begun = await db
    .select({ delivery: deliveryQueue })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .where(and(eq(schedules.userId, userId), eq(schedules.isDelivered, false)));
  const asked = await db.select().from(guardianQuestions).where(eq(guardianQuestions.userId, userId));
  const keyOf = (row: { scheduleId: string; recipientId: string | null }) =>
    `${row.scheduleId} ${row.recipientId}`;
  const personOf = new Map(people.map((person) => [person.id, person]));
  const deliveryOf = new Map(begun.map(({ delivery }) => [keyOf(delivery), delivery]));
  const questionOf = new Map(asked.map((question) => [keyOf(question), { ...question, isUntold: false }]));
  return ({ recipientId, ...row }: Row): Planned | undefined => {
    const recipient = personOf.get(recipientId);
    const key = keyOf({ scheduleId: row.schedule.id, recipientId });
    const delivery = deliveryOf.get(key) ?? null;
    if (!recipient || (delivery && !isUndelivered(delivery))) return undefined;
    return { ...row, recipient, delivery, question: questionOf.get(key) ?? null };
  };
}

interface Row extends Pick<Planned, 'schedule' | 'memory'> {
  recipientId: string;
}

function isUndelivered({ status, releaseRevokedAt }: DeliveryRow): boolean {
  return status !== 'delivered' || releaseRevokedAt !== null;
}

/**
 * The ids of schedules that may have a reason of their own to wait, and of few others. Includes those that have begun and
 * those that go by post. Looks at every schedule of the owner, but at its people only if they may be the reason.
 */
async function listTroubled(db: Queryable, userId: string, channels: Asked['channels']): Promise<string[]> {
  const phone = channels.includes('text') ? sql`nullif(r.phone, '')` : sql`null`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select s.id from schedules s
    where s.user_id = ${userId} and not s.is_delivered and (
      s.started_at is not null or s.delivery_method <> 'digital'
      or s.memory_id in (select id from memories where user_id = ${userId} and not is_approved)
      or s.id in (
        select mr.schedule_id from memory_recipients mr join recipients r on r.id = mr.recipient_id
        where r.user_id = ${userId} and mr.schedule_id is not null and (
          r.held_since is not null or r.disowned_address is not null
          or coalesce(nullif(r.email, ''), nullif(r.second_email, ''), ${phone}) is null)))`);
  return rows.map(({ id }) => id);
}

interface Asked {
  now: Date;
  release: Release | null;
  /** The channels that something can be sent by. */
  channels: readonly LinkChannel[];
}

interface Planned {
  schedule: Forecast['schedule'];
  recipient: RecipientRow;
  memory: Forecast['memory'];
  delivery: DeliveryRow | null;
  question: GuardianFacts['question'];
}

function forecast(
  { delivery, question, ...planned }: Planned,
  owner: UserRow,
  { now, release, channels }: Asked,
): Forecast {
  const { schedule, recipient, memory } = planned;
  const contact = contactFor(planned, channels, delivery?.failedAddresses ?? []);
  const isBegun = schedule.startedAt !== null && delivery !== null && delivery.releaseRevokedAt === null;
  if (isBegun)
    return { schedule, recipient, memory, contact, dueAt: delivery.dueAt, reason: begun(delivery, contact) };
  const dueAt = dueAtOf(schedule, release);
  const at = dueAt ?? now;
  const knownSince = release && schedule.deliveryType === 'on_death' ? release.releasedAt : now;
  const leaving = leavingOf(schedule, at, release);
  const facts = {
    child: recipient,
    question: questionBy({ child: recipient, question }, { dueAt: at, knownSince }),
    owner: { timezone: owner.timezone, memorialisedAt: leaving.memorialisedAt },
  };
  const obstacle = obstacleOf({
    memory,
    recipient,
    contact,
    isHeld: false,
    isRevoked: false,
    isOwnerLeaving: owner.deletionRequestedAt !== null,
    isRecipientHeld: recipient.heldSince !== null,
    isHeldByGuardian: waitsForGuardian(facts, leaving.at),
    isDeclined: recipient.declinedAt !== null,
    deliveryMethod: schedule.deliveryMethod,
    notTheirs: recipient.disownedAddress,
    addressWaitsUntil: waitOf({ ...recipient, isUntold: false, agreed: at }, at),
    isInArrears: isInArrears(owner, now, now),
  });
  const reason =
    obstacle?.kind === 'waiting' && obstacle.reason !== 'physical_fulfilment' ? obstacle.reason : null;
  return { schedule, recipient, memory, contact, dueAt, reason: reason ?? (contact ? null : 'no_address') };
}

/**
 * When it leaves, and whether its owner was released before. A dated letter leaves before a release at the
 * same instant; one that goes by post leaves after it, since everything is checked again when staff post it.
 */
function leavingOf(
  { deliveryType, deliveryMethod }: Forecast['schedule'],
  dueAt: Date,
  release: Release | null,
): { at: Date; memorialisedAt: Date | null } {
  if (!release) return { at: dueAt, memorialisedAt: null };
  const { releasedAt } = release;
  if (deliveryMethod === 'physical')
    return { at: dueAt > releasedAt ? dueAt : releasedAt, memorialisedAt: releasedAt };
  const isAfter = deliveryType === 'on_death' || dueAt > releasedAt;
  return { at: dueAt, memorialisedAt: isAfter ? releasedAt : null };
}

/** What keeps a delivery that has begun from its recipient now. */
function begun({ status, waitingReason }: DeliveryRow, contact: Contact | null): Forecast['reason'] {
  if (status === 'failed') return 'failed';
  if (waitingReason === 'physical_fulfilment') return contact ? null : 'no_address';
  return waitingReason === 'in_the_post' ? null : waitingReason;
}

function contactFor(
  { schedule, recipient }: Pick<Planned, 'schedule' | 'recipient'>,
  channels: Asked['channels'],
  failedAddresses: readonly string[],
): Contact | null {
  if (schedule.deliveryMethod === 'digital')
    return contactToTry(reachedOf(recipient, channels), failedAddresses);
  const { mailingAddress } = recipient;
  return mailingAddress ? { channel: 'post', address: mailingAddress } : null;
}

/** The owner's recipients whose first address did not work when something was last sent to them; another one may have. */
export async function listFailedAtFirst(db: Queryable, userId: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select r.id from recipients r
    cross join lateral (
      select d.failed_addresses from delivery_queue d
      where d.recipient_id = r.id and d.last_attempt is not null
      order by d.last_attempt desc limit 1
    ) latest
    where r.user_id = ${userId} and r.email is not null
      and exists (select 1 from unnest(latest.failed_addresses) a where lower(a) = lower(r.email))`);
  return new Set(rows.map(({ id }) => id));
}

/** How many memories are planned for nobody and no day, so that nobody would ever get them; and the first few. */
export async function listUnplanned(
  db: Queryable,
  userId: string,
): Promise<{ count: number; first: { id: string; title: string }[] }> {
  const isPlanned = db
    .select({ id: schedules.id })
    .from(schedules)
    .where(eq(schedules.memoryId, memories.id));
  const which = and(eq(memories.userId, userId), isNull(memories.deleteOnDeathSince), notExists(isPlanned));
  const first = await db
    .select({ id: memories.id, title: memories.title })
    .from(memories)
    .where(which)
    .orderBy(asc(memories.id))
    .limit(3);
  return { count: first.length === 0 ? 0 : await db.$count(memories, which), first };
}
