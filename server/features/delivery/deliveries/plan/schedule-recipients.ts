import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../../../platform/database.ts';
import { notFound } from '../../../../platform/errors.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { memoryRecipients, type ScheduleRow } from '../deliveries.table.ts';
import { refreshDueAt } from './plan.ts';

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

/**
 * Replaces `from` by `to`, if there is one, on these schedules. Returns the schedules to which `to` is new. Both are recipients of
 * `userId`, and the key-share lock keeps `to` from being deleted before the commit.
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
