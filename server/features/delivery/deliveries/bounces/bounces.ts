import { eq } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { deliveryQueue } from '../deliveries.table.ts';
import { applyBounce, type Bounce } from './apply-bounce.ts';

/**
 * Records by hand that the mail of a delivery came back from `address` after it had been accepted: its owner is asked for another
 * address, or it is sent to the one that was corrected meanwhile. False when that changes nothing. 404 for an unknown delivery.
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
