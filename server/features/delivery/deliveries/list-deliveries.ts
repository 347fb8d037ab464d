import { asc, inArray } from 'drizzle-orm';
import type { DeliveryState } from '../../../../shared/delivery/schedules.ts';
import type { Queryable } from '../../../platform/database.ts';
import { type DeliveryRow, deliveryQueue } from './deliveries.table.ts';

/** Deliveries in these states, for the operator; what has been due longest comes first. */
export function listDeliveries(
  db: Queryable,
  { states, limit }: { states: readonly DeliveryState[]; limit: number },
): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(deliveryQueue)
    .where(inArray(deliveryQueue.status, [...states]))
    .orderBy(asc(deliveryQueue.dueAt), asc(deliveryQueue.id))
    .limit(limit);
}
