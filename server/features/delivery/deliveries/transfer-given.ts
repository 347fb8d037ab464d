import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { createNameOnlyAccount, lockOwner } from '../../accounts/profile/profile.ts';
import { lockMemories, moveVersions } from '../../memories/memories/memories.ts';
import { moveRecipients } from '../../people/recipients/recipients.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { keepsWhatItBrought } from './delivery-conditions.ts';
import { schedules } from './schedules/schedules.table.ts';
import { moveSchedules } from './schedules/schedules.ts';
import { withdrawMemory } from './withdraw.ts';

/** The first names of those who have received something of this owner that was not taken back. */
export async function listRecipientsOf(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .select({ delivery: deliveryQueue, memoryId: schedules.memoryId })
    .from(schedules)
    .innerJoin(deliveryQueue, eq(deliveryQueue.scheduleId, schedules.id))
    .where(eq(schedules.userId, userId))
    .orderBy(asc(deliveryQueue.dueAt), asc(deliveryQueue.id));
  const shown = rows.filter(
    ({ delivery, memoryId }) =>
      (memoryId ?? delivery.memoryVersionId) !== null && keepsWhatItBrought(delivery),
  );
  return [...new Set(shown.map(({ delivery }) => delivery.recipientFirstName))];
}

/**
 * Before an account is erased: moves what people have received to a new account that has nothing but the owner's name, so
 * that their pages stay while everything else is erased. Stops everything that was not delivered.
 */
export async function transferGiven(tx: Tx, services: Services, { id }: UserRow): Promise<void> {
  const owner = await lockOwner(tx, id);
  for (const memory of await lockMemories(tx, id)) await withdrawMemory(tx, services, memory, 'keep');
  const given = await tx
    .select({ scheduleId: deliveryQueue.scheduleId })
    .from(schedules)
    .innerJoin(deliveryQueue, eq(deliveryQueue.scheduleId, schedules.id))
    .where(and(eq(schedules.userId, id), isNotNull(deliveryQueue.memoryVersionId)));
  if (given.length === 0) return;
  const toUserId = await createNameOnlyAccount(tx, services, owner);
  const scheduleIds = [...new Set(given.map(({ scheduleId }) => scheduleId))];
  await moveSchedules(tx, scheduleIds, toUserId);
  const moved = await tx
    .update(deliveryQueue)
    .set({ userId: toUserId })
    .where(inArray(deliveryQueue.scheduleId, scheduleIds))
    .returning({ recipientId: deliveryQueue.recipientId, versionId: deliveryQueue.memoryVersionId });
  const versionIds = moved.flatMap(({ versionId }) => versionId ?? []);
  const recipientIds = moved.flatMap(({ recipientId }) => recipientId ?? []);
  await moveVersions(tx, versionIds, toUserId);
  await moveRecipients(tx, recipientIds, toUserId);
}
