import { and, eq, inArray, notExists, sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { idsOf } from '../../../platform/sweeps.ts';
import { type MemoryRow, memoryVersions } from '../../memories/memories/memories.table.ts';
import { eraseVersions, keepVersion } from '../../memories/memories/memories.ts';
import { type DeliveryRow, deliveryQueue } from './deliveries.table.ts';
import { keepsWhatItBrought } from './delivery-conditions.ts';
import { schedules } from './schedules/schedules.table.ts';
import { lockUndelivered } from './schedules/schedules.ts';
import { applyEvents, lockDeliveries } from './transitions.ts';

/**
 * Before a memory is changed: whoever was given it keeps what it was. The locks keep deliveries from beginning until the
 * change is there.
 */
export async function keepGiven(tx: Tx, services: Services, memory: MemoryRow): Promise<void> {
  const { rows } = await lockDeliveriesOf(tx, memory.id);
  const given = rows.filter((row) => keepsWhatItBrought(row) && !row.memoryVersionId);
  // What is not approved has been shown to nobody.
  if (given.length === 0 || !memory.isApproved) return;
  const versionId = await keepVersion(tx, services, memory);
  await applyEvents(tx, services, given, () => ({ kind: 'memory-changed', versionId }));
}

interface Locked {
  /** Not delivered to everybody yet. */
  scheduleIds: string[];
  /** Of all its schedules. */
  rows: DeliveryRow[];
}

/** Locks the schedules of a memory from which more could begin, and then all its deliveries. */
export async function lockDeliveriesOf(tx: Tx, memoryId: string): Promise<Locked> {
  const scheduleIds = await lockUndelivered(tx, memoryId);
  const ofMemory = tx.select({ id: schedules.id }).from(schedules).where(eq(schedules.memoryId, memoryId));
  return { scheduleIds, rows: await lockDeliveries(tx, inArray(deliveryQueue.scheduleId, ofMemory)) };
}

/** Erases what nobody is shown any more: its deliveries are gone, or were not sent after all. */
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
