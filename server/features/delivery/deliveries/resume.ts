import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { schedules } from '../schedules/schedules.table.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { applyEvents, lockDeliveries } from './transitions.ts';

/**
 * Another address starts what waited for one, and what was given up on the old one; called where `addressOf` a recipient
 * changes, and only there: the same one may hold three mails of it already. What is being sent this moment is marked.
 */
export async function resumeDeliveriesOfRecipient(
  tx: Tx,
  services: Services,
  recipientId: string,
): Promise<void> {
  const rows = await lockDeliveries(tx, and(eq(deliveryQueue.recipientId, recipientId), unmade));
  await applyEvents(tx, services, rows, () => ({ kind: 'address-changed' }));
}

/** An approved memory starts what waited for its check or for a better file; called where a memory is approved. */
export async function resumeDeliveriesOfMemory(tx: Tx, services: Services, memoryId: string): Promise<void> {
  const ofMemory = tx.select({ id: schedules.id }).from(schedules).where(eq(schedules.memoryId, memoryId));
  const rows = await lockDeliveries(tx, and(inArray(deliveryQueue.scheduleId, ofMemory), unmade));
  await applyEvents(tx, services, rows, () => ({ kind: 'memory-approved' }));
}

/** An owner who restored their account gets everything of it delivered that was held back. */
export async function resumeDeliveriesOfOwner(tx: Tx, services: Services, userId: string): Promise<void> {
  const rows = await lockDeliveries(tx, and(eq(deliveryQueue.userId, userId), unmade));
  await applyEvents(tx, services, rows, () => ({ kind: 'owner-restored' }));
}

const unmade = sql`${deliveryQueue.status} <> 'delivered'`;
