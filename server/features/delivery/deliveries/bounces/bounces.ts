import { asc, eq, inArray } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { deliveryQueue } from '../deliveries.table.ts';
import { applyBounce, type Bounce } from './apply-bounce.ts';
import { bounces } from './bounces.table.ts';

/**
 * Records by hand that the mail of a delivery was accepted and then came back from `address`: its owner is asked for another
 * address, or it goes to one that was corrected meanwhile. False if that changes nothing. 404 for an unknown delivery.
 */
export function recordBounce(services: Services, bounce: Bounce): Promise<boolean> {
  return inTransaction(services.db, async (tx) => {
    const [delivery] = await tx
      .select({ id: deliveryQueue.id })
      .from(deliveryQueue)
      .where(eq(deliveryQueue.id, bounce.deliveryId));
    requireFound(delivery, 'This delivery');
    return (await applyBounce(tx, services, bounce)) === 'asked';
  });
}

/** What mail systems reported about these deliveries, by delivery id, earliest first. */
export async function readReports(db: Queryable, deliveryIds: readonly string[]) {
  const { deliveryId, kind, receivedAt, reply } = bounces;
  const rows = await db
    .select({ deliveryId, kind, at: receivedAt, reply })
    .from(bounces)
    .where(inArray(deliveryId, [...deliveryIds]))
    .orderBy(asc(receivedAt), asc(bounces.id));
  return Map.groupBy(rows, (row) => row.deliveryId);
}
