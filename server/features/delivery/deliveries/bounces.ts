import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { announceAll } from '../../../platform/events.ts';
import { currentAddress } from './current-address.ts';
import { deliveryQueue, schedules } from './deliveries.table.ts';
import { lockSchedules, markUndelivered } from './send/record-outcomes.ts';
import { findSentTogether } from './send/same-message.ts';
import { applyEvents, lockDeliveries } from './state/transitions.ts';

/**
 * Records that the mail of a delivery came back from `address` after it had been accepted, and so did all that travelled in it: its
 * owner is asked for another address, or they are sent to the one that was corrected meanwhile. False when that changes nothing: the
 * link was opened, the mail went elsewhere, or the memory is gone. 404 for an unknown delivery.
 */
export function recordBounce(services: Services, bounce: Bounce): Promise<boolean> {
  const { deliveryId, address, message } = bounce;
  return inTransaction(services.db, async (tx) => {
    const [named] = await tx.select().from(deliveryQueue).where(eq(deliveryQueue.id, deliveryId));
    const { recipientId, userId } = requireFound(named, 'This delivery');
    const together = await findSentTogether(tx, { deliveryId, address });
    const scheduleIds = together.map(({ scheduleId }) => scheduleId);
    await lockSchedules(tx, scheduleIds);
    const withMemory = await listWithMemory(tx, scheduleIds);
    const locked = await lockDeliveries(
      tx,
      inArray(
        deliveryQueue.id,
        together.map(({ id }) => id),
      ),
    );
    // The message has one link: if it was opened, it has arrived.
    if (locked.some(({ openedAt }) => openedAt !== null)) return false;
    const current = await currentAddress(tx, recipientId);
    const rows = locked.filter(({ scheduleId }) => withMemory.has(scheduleId));
    const returned = await applyEvents(tx, services, rows, () => ({
      kind: 'bounced-later',
      address,
      current,
      message,
    }));
    for (const { before } of returned) await markUndelivered(tx, before.scheduleId);
    if (returned.length > 0) await announceAll(tx, [userId], ['schedules', 'stats']);
    return returned.length > 0;
  });
}

interface Bounce {
  deliveryId: string;
  address: string;
  message: string;
}

async function listWithMemory(db: Queryable, scheduleIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(inArray(schedules.id, [...scheduleIds]), isNotNull(schedules.memoryId)));
  return new Set(rows.map(({ id }) => id));
}
