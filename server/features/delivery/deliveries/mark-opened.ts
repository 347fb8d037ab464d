import { eq } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { currentAddress } from './current-address.ts';
import { type DeliveryRow, deliveryQueue } from './deliveries.table.ts';
import { finishSchedules } from './finish.ts';
import { lockSchedules } from './schedules/schedules.ts';
import { applyEvents, lockDeliveries } from './transitions.ts';

/**
 * Records that somebody opened the link of a delivery. If its outcome was unknown, it is now delivered. False when the
 * link was opened before.
 */
export async function markOpened(
  tx: Tx,
  services: Services,
  { id, scheduleId }: DeliveryRow,
): Promise<boolean> {
  await lockSchedules(tx, [scheduleId]);
  const rows = await lockDeliveries(tx, eq(deliveryQueue.id, id));
  const address = await currentAddress(tx, rows[0]?.recipientId);
  const transitions = await applyEvents(tx, services, rows, () => ({ kind: 'opened', address }));
  if (transitions.some(({ after }) => after?.status === 'delivered'))
    await finishSchedules(tx, services, [scheduleId]);
  return transitions.length > 0;
}
