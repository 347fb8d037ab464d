import { inArray } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { cancelWithoutMemory, lockUndelivered } from '../schedules/schedules.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { applyEvents, lockDeliveries } from './transitions.ts';

/**
 * Stops everything of a memory that has not been delivered; called before the memory is deleted. Deliveries whose mail has
 * arrived, or may have, are kept, and their links say that the memory was taken back.
 */
export async function withdrawMemory(tx: Tx, services: Services, memoryId: string): Promise<void> {
  const scheduleIds = await lockUndelivered(tx, memoryId);
  if (scheduleIds.length === 0) return;
  const rows = await lockDeliveries(tx, inArray(deliveryQueue.scheduleId, scheduleIds));
  await applyEvents(tx, services, rows, ({ userId }) => ({ kind: 'memory-withdrawn', actor: userId }));
  await cancelWithoutMemory(tx, services, scheduleIds);
}
