import { and, asc, count, countDistinct, eq, inArray, isNotNull, isNull, min, sql } from 'drizzle-orm';
import type { WaitingDelivery } from '../../../../../shared/memories/staff-memories.ts';
import type { Channel, LinkChannel } from '../../../../../shared/outbox/channels.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { firstAfterDays, timeZoneRulesVersion } from '../../../../platform/local-time.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { sendingChannels } from '../../../outbox/messages/messages.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { contactOf } from '../../../people/recipients/recipients.ts';
import {
  deliveryQueue,
  memoryRecipients,
  type ScheduleRow,
  schedules,
  timeZoneRules,
} from '../deliveries.table.ts';
import { handOvers } from '../hand-over/hand-over.table.ts';

// The parts of schedules that a release and its revocation need.

/** Locks all schedules of an owner; returns their ids. */
export async function lockSchedulesOfOwner(tx: Tx, userId: string): Promise<string[]> {
  const locked = await tx
    .select({ id: schedules.id })
    .from(schedules)
    .where(eq(schedules.userId, userId))
    .orderBy(asc(schedules.id))
    .for('update');
  return locked.map(({ id }) => id);
}

/**
 * Resets whichever of these schedules are for after the owner's death to not started, so that the owner can change
 * or cancel them again. Returns their ids. The caller has locked them, and updates their deliveries and `due_at`.
 */
export async function reopenAfterDeath(tx: Tx, scheduleIds: string[]): Promise<string[]> {
  const reopened = await tx
    .update(schedules)
    .set({ startedAt: null, isDelivered: false, deliveredAt: null })
    .where(and(inArray(schedules.id, scheduleIds), eq(schedules.deliveryType, 'on_death')))
    .returning({ id: schedules.id });
  return reopened.map(({ id }) => id);
}

export interface Release {
  releasedAt: Date;
  /** For how many days dated deliveries wait; 0 for none. */
  quietDays: number;
}

type Chosen = Pick<ScheduleRow, 'deliveryType' | 'deliveryDate' | 'releaseDays' | 'localTime' | 'timezone'>;

/**
 * When a schedule of a released owner falls due: an `on_death` one at the release, or later on its chosen day or after its number of
 * days; a dated one on its day, or at the end of the quiet days. Days are counted in the schedule's time zone and end at its time of day.
 */
export function dueAfterRelease(schedule: Chosen, { releasedAt, quietDays }: Release): Date {
  const { deliveryDate, releaseDays } = schedule;
  if (schedule.deliveryType === 'scheduled')
    return latest(deliveryDate, quietDays > 0 && firstAfterDays(releasedAt, quietDays, schedule));
  return latest(
    releasedAt,
    deliveryDate,
    releaseDays !== null && releaseDays > 0 && firstAfterDays(releasedAt, releaseDays, schedule),
  );
}

/** When a schedule falls due: a dated one on its day, one that waits for its owner's death not before the release. */
export function dueAtOf(schedule: Chosen, release: Release | null): Date | null {
  if (!release) return schedule.deliveryType === 'scheduled' ? schedule.deliveryDate : null;
  // Anything due before the release has already been sent.
  const isBefore = schedule.deliveryType === 'scheduled' && schedule.deliveryDate <= release.releasedAt;
  return isBefore ? schedule.deliveryDate : dueAfterRelease(schedule, release);
}

function latest(...instants: (Date | false)[]): Date {
  return new Date(Math.max(...instants.map((instant) => (instant ? instant.getTime() : 0))));
}

/** Counts of deliveries, one for each schedule and person; nothing about their content. */
interface AtRelease {
  /** Deliveries at the release, and to how many people. */
  deliveries: number;
  people: number;
  byEmail: number;
  byText: number;
  byPost: number;
  /** Deliveries without an address. */
  withoutAddress: number;
  /** Deliveries on a later day, and how many of these were meant for a day within the quiet days. */
  later: number;
  inQuietDays: number;
}

/** What a release would send: at once, and later. */
export async function countAtRelease(
  { db, config }: Pick<Services, 'db' | 'config'>,
  userId: string,
  release: Release,
): Promise<AtRelease> {
  const rows = await db
    .select({ schedule: schedules, recipient: recipients })
    .from(schedules)
    .innerJoin(memoryRecipients, eq(memoryRecipients.scheduleId, schedules.id))
    .innerJoin(recipients, eq(recipients.id, memoryRecipients.recipientId))
    .where(and(eq(schedules.userId, userId), isNull(schedules.startedAt), isNotNull(schedules.memoryId)));
  const planned = rows.map((row) => ({ ...row, dueAt: dueAfterRelease(row.schedule, release) }));
  const now = planned.filter(({ dueAt }) => dueAt <= release.releasedAt);
  const later = planned.filter(({ dueAt }) => dueAt > release.releasedAt);
  const channels = Map.groupBy(now, (each) => channelOf(each, sendingChannels({ config })));
  return {
    deliveries: now.length,
    people: new Set(now.map(({ recipient }) => recipient.id)).size,
    byEmail: channels.get('email')?.length ?? 0,
    byText: channels.get('text')?.length ?? 0,
    byPost: channels.get('post')?.length ?? 0,
    withoutAddress: channels.get(null)?.length ?? 0,
    later: later.length,
    inQuietDays: later.filter(
      ({ schedule, dueAt }) => schedule.deliveryType === 'scheduled' && dueAt > schedule.deliveryDate,
    ).length,
  };
}

interface Planned {
  schedule: typeof schedules.$inferSelect;
  recipient: typeof recipients.$inferSelect;
}

function channelOf({ schedule, recipient }: Planned, sending: readonly LinkChannel[]): Channel | null {
  if (schedule.deliveryMethod === 'physical') return recipient.mailingAddress ? 'post' : null;
  return contactOf(recipient, sending)?.channel ?? null;
}

/** How many memories that wait for review hold up a delivery, and when the next of these deliveries is due, if known. */
export async function findHeldUp(db: Queryable): Promise<{ memories: number; nextDueAt: Date | null }> {
  const inReview = db.select({ id: memories.id }).from(memories).where(sql`${memories.heldAs} = 'in_review'`);
  const [held] = await db
    .select({ memories: countDistinct(schedules.memoryId), nextDueAt: min(schedules.dueAt) })
    .from(schedules)
    .where(and(eq(schedules.isDelivered, false), inArray(schedules.memoryId, inReview)));
  return held ?? { memories: 0, nextDueAt: null };
}

/** Deliveries that cannot go out until these memories are approved: to how many people, and when; earliest first. */
export async function listWaitingForMemories(
  db: Queryable,
  now: Date,
  memoryIds: readonly string[],
): Promise<Map<string, WaitingDelivery[]>> {
  const waiting = new Map<string, WaitingDelivery[]>();
  if (memoryIds.length === 0) return waiting;
  const { memoryId, deliveryType, deliveryDate, timezone, dueAt } = schedules;
  const rows = await db
    .select({ memoryId, deliveryType, deliveryDate, timezone, dueAt, people: count() })
    .from(schedules)
    .innerJoin(memoryRecipients, eq(memoryRecipients.scheduleId, schedules.id))
    .leftJoin(
      deliveryQueue,
      and(
        eq(deliveryQueue.scheduleId, schedules.id),
        eq(deliveryQueue.recipientId, memoryRecipients.recipientId),
      ),
    )
    .where(
      and(
        inArray(memoryId, [...memoryIds]),
        eq(schedules.isDelivered, false),
        sql`${deliveryQueue.status} is distinct from 'delivered'`,
        // A recipient who gets an earlier version does not wait for this one.
        isNull(deliveryQueue.memoryVersionId),
      ),
    )
    .groupBy(schedules.id)
    .orderBy(asc(dueAt), asc(deliveryDate), asc(schedules.id));
  for (const { memoryId, deliveryType, deliveryDate, dueAt, ...row } of rows) {
    if (!memoryId) continue;
    const delivery = {
      ...row,
      isAfterDeath: deliveryType === 'on_death' && dueAt === null,
      deliveryDate: dueAt ?? deliveryDate,
      isDue: dueAt !== null && dueAt <= now,
    };
    waiting.set(memoryId, [...(waiting.get(memoryId) ?? []), delivery]);
  }
  return waiting;
}

/** Locks the schedules that name a recipient. Like the sweep, callers lock schedules before recipients. */
export async function lockSchedulesOfRecipient(tx: Tx, recipientId: string): Promise<void> {
  const named = tx
    .select({ id: memoryRecipients.scheduleId })
    .from(memoryRecipients)
    .where(eq(memoryRecipients.recipientId, recipientId));
  await tx
    .select({ id: schedules.id })
    .from(schedules)
    .where(inArray(schedules.id, named))
    .orderBy(asc(schedules.id))
    .for('update');
}

/**
 * Sets `due_at` of schedules that have not started to the chosen instant, if there are recipients. It is null
 * for `on_death` schedules before the release, and for accounts that are being deleted. Call it after each
 * change of date, type or recipients, and after a release or its revocation.
 */
export async function refreshDueAt(tx: Tx, scheduleIds: string[]): Promise<void> {
  if (scheduleIds.length === 0) return;
  const { memorialisedAt, deletionRequestedAt } = users;
  const unstarted = await tx
    .select({
      schedule: schedules,
      memorialisedAt,
      deletionRequestedAt,
      hasSomebody,
      quietDays: quietDaysOfSchedule,
    })
    .from(schedules)
    .innerJoin(users, eq(users.id, schedules.userId))
    .where(and(inArray(schedules.id, scheduleIds), isNull(schedules.startedAt)))
    .orderBy(asc(schedules.id))
    .for('update', { of: schedules });
  const records = unstarted.map(({ schedule, ...owner }) => {
    const isOpen = owner.hasSomebody && !owner.deletionRequestedAt;
    return { id: schedule.id, at: isOpen ? dueOf(schedule, owner) : null };
  });
  await tx.execute(sql`
    update schedules s set due_at = row.at, computed_by = case
      when s.timezone <> 'UTC' and exists (
        select from ${timeZoneRules} where ${timeZoneRules.version} > ${timeZoneRulesVersion})
      -- Computed here, although a process with newer rules has run.
      then ${timeZoneRulesVersion} else s.computed_by end
    from json_to_recordset(${JSON.stringify(records)}::json) as row (id uuid, at timestamptz) where s.id = row.id`);
}

/** The quiet days that count for a schedule joined with its owner: none if it is handed over, since the service ends on its day. */
export const quietDaysOfSchedule = sql<number>`case
  when exists (select from ${handOvers} where ${handOvers.scheduleId} = ${schedules.id}) then 0 else ${users.quietDays} end`;

const hasSomebody = sql<boolean>`exists (
  select from ${memoryRecipients} where ${memoryRecipients.scheduleId} = ${schedules.id})`;

/**
 * When something falls due that is not delivered yet, whether or not the account is being deleted. Null for what waits for a death. After
 * a release, days are counted in each schedule's own time zone.
 */
export function dueOf(
  schedule: ScheduleRow,
  { memorialisedAt, quietDays }: Pick<UserRow, 'memorialisedAt' | 'quietDays'>,
): Date | null {
  if (!memorialisedAt) return dueAtOf(schedule, null);
  return dueAfterRelease(schedule, { releasedAt: memorialisedAt, quietDays });
}
