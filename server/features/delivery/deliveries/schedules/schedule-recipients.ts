import { and, asc, eq, inArray, isNotNull, isNull, notExists, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../../platform/database.ts';
import { notFound } from '../../../../platform/errors.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { dueAfterRelease } from './release-times.ts';
import { memoryRecipients, type ScheduleRow, schedules } from './schedules.table.ts';

// The recipients of a schedule, and when it falls due. Without recipients it never does.

/** Replaces the recipients of a schedule. 404 for one who is not in the owner's address book. */
export async function setRecipients(
  tx: Tx,
  userId: string,
  schedule: ScheduleRow,
  recipientIds: string[],
  now: Date,
): Promise<void> {
  await tx.delete(memoryRecipients).where(eq(memoryRecipients.scheduleId, schedule.id));
  await linkRecipients(tx, userId, schedule, recipientIds, now);
}

/** Adds recipients to a schedule. The key-share lock keeps them from being deleted before the commit. */
export async function linkRecipients(
  tx: Tx,
  userId: string,
  schedule: ScheduleRow,
  recipientIds: string[],
  now: Date,
): Promise<void> {
  const ids = [...new Set(recipientIds)];
  const own = await tx
    .select({ id: recipients.id })
    .from(recipients)
    .where(and(eq(recipients.userId, userId), inArray(recipients.id, ids)))
    .for('key share');
  if (own.length !== ids.length) throw notFound('This recipient');
  const rows = ids.map((recipientId) => ({
    scheduleId: schedule.id,
    memoryId: schedule.memoryId,
    recipientId,
    createdAt: now,
  }));
  await tx.insert(memoryRecipients).values(rows).onConflictDoNothing();
  await refreshDueAt(tx, [schedule.id]);
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
 * Puts `to`, if there is one, in the place of `from` on these schedules. Returns those on which they were not before. Both are
 * recipients of `userId`, and the key-share lock keeps `to` from being deleted before the commit.
 */
export async function replaceRecipient(
  tx: Tx,
  { userId, from, to, scheduleIds, at }: Replacement,
): Promise<string[]> {
  if (scheduleIds.length === 0) return [];
  const ofFrom = and(
    eq(memoryRecipients.recipientId, from),
    inArray(memoryRecipients.scheduleId, [...scheduleIds]),
  );
  const links = await tx.delete(memoryRecipients).where(ofFrom).returning();
  if (!to || links.length === 0) return [];
  const own = and(eq(recipients.id, to), eq(recipients.userId, userId));
  const [person] = await tx.select({ id: recipients.id }).from(recipients).where(own).for('key share');
  if (!person) throw notFound('This recipient');
  const [dead] = await tx.select().from(recipients).where(eq(recipients.id, from));
  const added = await tx
    .insert(memoryRecipients)
    .values(
      links.map(({ scheduleId, memoryId, leftFor }) => ({
        scheduleId,
        memoryId,
        recipientId: to,
        leftFor: leftFor ?? dead?.firstName ?? null,
        createdAt: at,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: memoryRecipients.scheduleId });
  return added.map(({ id }) => id);
}

interface Replacement {
  userId: string;
  from: string;
  to: string | null;
  scheduleIds: readonly string[];
  at: Date;
}

/** Removes a recipient from every schedule. */
export async function unlinkRecipient(tx: Tx, recipientId: string): Promise<void> {
  await tx.delete(memoryRecipients).where(eq(memoryRecipients.recipientId, recipientId));
}

/**
 * Sets `due_at` of schedules that have not started: the chosen instant, if there are recipients. It is null for `on_death`
 * schedules before their release, and for accounts that are being deleted. Called after each change of date, type or
 * recipients, and of whether the owner is released.
 */
export async function refreshDueAt(tx: Tx, scheduleIds: string[]): Promise<void> {
  if (scheduleIds.length === 0) return;
  const withSomebody = tx
    .select({ id: memoryRecipients.scheduleId })
    .from(memoryRecipients)
    .where(inArray(memoryRecipients.scheduleId, scheduleIds));
  const leaving = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, schedules.userId), isNotNull(users.deletionRequestedAt)));
  const unstarted = and(inArray(schedules.id, scheduleIds), isNull(schedules.startedAt));
  await tx
    .update(schedules)
    .set({ dueAt: null })
    .where(and(unstarted, isNotNull(schedules.dueAt)));
  await tx
    .update(schedules)
    .set({ dueAt: schedules.deliveryDate })
    .where(
      and(
        unstarted,
        eq(schedules.deliveryType, 'scheduled'),
        inArray(schedules.id, withSomebody),
        notExists(leaving),
      ),
    );
  await refreshReleased(tx, and(unstarted, inArray(schedules.id, withSomebody)));
}

/** After a release the days that the owner chose are counted on the clocks of each schedule's place. */
async function refreshReleased(tx: Tx, which: SQL | undefined): Promise<void> {
  const released = await tx
    .select({ schedule: schedules, releasedAt: users.memorialisedAt, quietDays: users.quietDays })
    .from(schedules)
    .innerJoin(users, eq(users.id, schedules.userId))
    .where(and(which, isNotNull(users.memorialisedAt), isNull(users.deletionRequestedAt)));
  if (released.length === 0) return;
  const records = released.flatMap(({ schedule, releasedAt, quietDays }) =>
    releasedAt ? [{ id: schedule.id, at: dueAfterRelease(schedule, { releasedAt, quietDays }) }] : [],
  );
  await tx.execute(sql`
    update schedules s set due_at = row.at
    from json_to_recordset(${JSON.stringify(records)}::json) as row (id uuid, at timestamptz) where s.id = row.id`);
}
