import { and, asc, eq, inArray, isNotNull, isNull, notExists } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { notFound } from '../../../platform/errors.ts';
import { users } from '../../accounts/accounts/accounts.table.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { memoryRecipients, type ScheduleRow, schedules } from './schedules.table.ts';

// Who receives a schedule, and what follows from it: without anybody it never falls due.

/** Replaces the people of a schedule. 404 for one who is not in the owner's address book. */
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

/** Adds people to a schedule. The key-share lock keeps a recipient from being deleted between this look and the commit. */
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

/** Locks the schedules that name a recipient. Schedules are locked before people, the order in which the sweep takes them. */
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

/** Removes a recipient from every schedule. */
export async function unlinkRecipient(tx: Tx, recipientId: string): Promise<void> {
  await tx.delete(memoryRecipients).where(eq(memoryRecipients.recipientId, recipientId));
}

/**
 * Sets when delivery starts: at the chosen instant where somebody is to receive it. An `on_death` schedule has no such
 * instant before release, and nothing of an account that is being deleted has one. Called after each change of date,
 * type or recipients.
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
  await tx.update(schedules).set({ dueAt: null }).where(unstarted);
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
}
