import { and, asc, eq, inArray, isNotNull, notExists, sql } from 'drizzle-orm';
import type { GivenChoice } from '../../../../../shared/given-choice.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../../platform/database.ts';
import { idsOf } from '../../../../platform/sweeps.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { createNameOnlyAccount, lockOwner } from '../../../accounts/profile/profile.ts';
import { type MemoryRow, memoryVersions } from '../../../memories/memories/memories.table.ts';
import {
  eraseVersions,
  keepVersion,
  lockMemories,
  moveVersions,
} from '../../../memories/memories/memories.ts';
import { moveRecipients } from '../../../people/recipients/recipients.ts';
import { type DeliveryRow, deliveryQueue, schedules } from '../deliveries.table.ts';
import { cancelWithoutMemory, lockUndelivered, moveSchedules } from '../plan/cancel-schedules.ts';
import { refreshDueAt, reopenAfterDeath } from '../plan/plan.ts';
import { keepsWhatItBrought, mayHaveBeenSeen } from '../state/state.ts';
import { applyEvents, lockDeliveries } from '../state/transitions.ts';

/**
 * Call it before a memory is changed: people who were given it keep it as it was. The locks keep deliveries
 * from beginning until the change is made.
 */
export async function keepGiven(tx: Tx, services: Services, memory: MemoryRow): Promise<void> {
  const { rows } = await lockDeliveriesOf(tx, memory.id);
  const given = rows.filter((row) => keepsWhatItBrought(row) && !row.memoryVersionId);
  // Nobody has been shown an unapproved version.
  if (given.length === 0 || !memory.isApproved) return;
  const versionId = await keepVersion(tx, services, memory);
  await applyEvents(tx, services, given, () => ({ kind: 'memory-changed', versionId }));
}

interface Locked {
  /** The schedules that are not delivered to everybody yet. */
  scheduleIds: string[];
  /** The deliveries of all its schedules. */
  rows: DeliveryRow[];
}

/** Locks the schedules of a memory that could still begin deliveries, and then all its deliveries. */
async function lockDeliveriesOf(tx: Tx, memoryId: string): Promise<Locked> {
  const scheduleIds = await lockUndelivered(tx, memoryId);
  const ofMemory = tx.select({ id: schedules.id }).from(schedules).where(eq(schedules.memoryId, memoryId));
  return { scheduleIds, rows: await lockDeliveries(tx, inArray(deliveryQueue.scheduleId, ofMemory)) };
}

/** Erases versions that nobody is shown any more: their deliveries are gone, or were not sent after all. */
export async function eraseUnusedVersions(services: Services): Promise<void> {
  const { db, sweeps } = services;
  const delivery = db
    .select({ one: sql`1` })
    .from(deliveryQueue)
    .where(eq(deliveryQueue.memoryVersionId, memoryVersions.id));
  const isUnused = notExists(delivery);
  const unused = await db.select({ id: memoryVersions.id }).from(memoryVersions).where(isUnused);
  await sweeps.together('unused-versions', unused, (some) =>
    inTransaction(db, (tx) =>
      eraseVersions(tx, services, and(isUnused, inArray(memoryVersions.id, idsOf(some)))),
    ),
  );
}

/**
 * Undoes what a release did to these schedules, all of one owner: deliveries that have not left are deleted, links of
 * those that have are closed, and nothing more is due because of it. Returns how many links were closed (counting
 * deliveries in progress) and how many deliveries stopped. The caller has locked the schedules, and ended the release.
 */
export async function takeBack(
  tx: Tx,
  services: Services,
  scheduleIds: string[],
  actor: string,
): Promise<{ closed: number; stopped: number }> {
  const afterDeath = new Set(await reopenAfterDeath(tx, scheduleIds));
  // Dated ones too: whatever is claimed from here on is sent as from a living owner.
  const locked = await lockDeliveries(tx, inArray(deliveryQueue.scheduleId, scheduleIds));
  const rows = locked.filter(({ scheduleId }) => afterDeath.has(scheduleId));
  const done = await applyEvents(tx, services, rows, () => ({ kind: 'release-revoked', actor }));
  await refreshDueAt(tx, scheduleIds);
  const stopped = done.filter(({ after }) => after === null).length;
  return { closed: done.length - stopped, stopped };
}

/**
 * Stops everything of a memory that has not been delivered; called before the memory is deleted. Deliveries whose
 * mail has arrived, or may have, are kept: their links go on showing what was sent, or say that it was taken back.
 */
export async function withdrawMemory(
  tx: Tx,
  services: Services,
  memory: MemoryRow,
  received: GivenChoice,
): Promise<void> {
  const { scheduleIds, rows } = await lockDeliveriesOf(tx, memory.id);
  const keeps = received === 'keep' && memory.isApproved && rows.some(needsVersion);
  const versionId = keeps ? await keepVersion(tx, services, memory) : null;
  await applyEvents(tx, services, rows, ({ userId }) => ({
    kind: 'memory-withdrawn',
    actor: userId,
    received,
    versionId,
  }));
  if (received === 'withdraw') await eraseVersions(tx, services, eq(memoryVersions.memoryId, memory.id));
  await cancelWithoutMemory(tx, services, scheduleIds);
}

function needsVersion(row: DeliveryRow): boolean {
  return row.memoryVersionId === null && (keepsWhatItBrought(row) || mayHaveBeenSeen(row));
}

/** The first names of recipients who received something from this owner that was not taken back. */
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
 * Called before an account is erased: moves what people have received to a new account that contains only the
 * owner's name, so that their pages stay while everything else is erased. Stops everything that was not delivered.
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
