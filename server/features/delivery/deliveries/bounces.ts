import { and, eq, isNotNull } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { announceAll } from '../../../platform/events.ts';
import { currentAddress } from './current-address.ts';
import { deliveryQueue, schedules } from './deliveries.table.ts';
import { lockSchedules, markUndelivered } from './send/record-outcomes.ts';
import { findServedTogether } from './send/same-message.ts';
import { applyEvents, lockDeliveries } from './state/transitions.ts';

/**
 * Records that the mail of a delivery came back from `address` after it had been accepted: its owner is asked for another
 * address, or it is sent to the one that was corrected meanwhile. False when that changes nothing: the link was opened, the
 * mail went elsewhere, or the memory is gone. 404 for an unknown delivery.
 */
export function recordBounce(services: Services, bounce: Bounce): Promise<boolean> {
  return inTransaction(services.db, async (tx) => {
    if (!(await recordOne(tx, services, bounce))) return false;
    // The same mail served others at this address: it has not reached them either.
    for (const deliveryId of await findServedTogether(tx, bounce))
      await recordOne(tx, services, { ...bounce, deliveryId });
    return true;
  });
}

interface Bounce {
  deliveryId: string;
  address: string;
  message: string;
}

async function recordOne(
  tx: Tx,
  services: Services,
  { deliveryId, address, message }: Bounce,
): Promise<boolean> {
  const [delivery] = await tx
    .select({ scheduleId: deliveryQueue.scheduleId, userId: deliveryQueue.userId })
    .from(deliveryQueue)
    .where(eq(deliveryQueue.id, deliveryId));
  const { scheduleId, userId } = requireFound(delivery, 'This delivery');
  await lockSchedules(tx, [scheduleId]);
  const [withMemory] = await tx
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(eq(schedules.id, scheduleId), isNotNull(schedules.memoryId)));
  if (!withMemory) return false;
  const rows = await lockDeliveries(tx, eq(deliveryQueue.id, deliveryId));
  const current = await currentAddress(tx, rows[0]?.recipientId);
  const transitions = await applyEvents(tx, services, rows, () => ({
    kind: 'bounced-later',
    address,
    current,
    message,
  }));
  if (transitions.length === 0) return false;
  await markUndelivered(tx, scheduleId);
  await announceAll(tx, [userId], ['schedules', 'stats']);
  return true;
}
