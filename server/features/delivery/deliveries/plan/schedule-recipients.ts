import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../../../platform/database.ts';
import { notFound } from '../../../../platform/errors.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { memoryRecipients, type ScheduleRow } from '../deliveries.table.ts';
import { refreshDueAt } from './plan.ts';

// The recipients of a schedule, and when it falls due. Without recipients it never does.

/** Replaces the recipients of schedules. 404 for somebody who is not in the owner's address book. */
export async function setRecipients(
  tx: Tx,
  userId: string,
  planned: readonly ScheduleRow[],
  recipientIds: readonly string[],
  now: Date,
): Promise<void> {
  const ids = planned.map(({ id }) => id);
  await tx.delete(memoryRecipients).where(inArray(memoryRecipients.scheduleId, ids));
  await linkRecipients(tx, userId, planned, recipientIds, now);
}

const rowsPerStatement = 2_000;

/** Adds recipients to schedules. 404 for somebody who is not in the owner's address book. */
export async function linkRecipients(
  tx: Tx,
  userId: string,
  planned: readonly ScheduleRow[],
  recipientIds: readonly string[],
  now: Date,
): Promise<void> {
  const people = await requireRecipients(tx, userId, recipientIds);
  const rows = planned.flatMap(({ id: scheduleId, memoryId }) =>
    people.map((recipientId) => ({ scheduleId, memoryId, recipientId, createdAt: now })),
  );
  for (let from = 0; from < rows.length; from += rowsPerStatement)
    await tx
      .insert(memoryRecipients)
      .values(rows.slice(from, from + rowsPerStatement))
      .onConflictDoNothing();
  await refreshDueAt(
    tx,
    planned.map(({ id }) => id),
  );
}

/** These recipients without duplicates. 404 if one is not the owner's. The key-share lock keeps them from being deleted before the commit. */
export async function requireRecipients(
  tx: Tx,
  userId: string,
  recipientIds: readonly string[],
): Promise<string[]> {
  const ids = [...new Set(recipientIds)];
  const own = await tx
    .select({ id: recipients.id })
    .from(recipients)
    .where(and(eq(recipients.userId, userId), inArray(recipients.id, ids)))
    .orderBy(asc(recipients.id))
    .for('key share');
  if (own.length !== ids.length) throw notFound('This recipient');
  return ids;
}

/**
 * Replaces `from` by `to`, if given, on these schedules. Returns the schedules to which `to` was added. Both
 * are recipients of `userId`, and the key-share lock keeps `to` from being deleted before the commit.
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
