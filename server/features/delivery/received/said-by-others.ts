import { and, eq, gte, inArray, or, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { deliveryQueue } from '../deliveries/deliveries.table.ts';
import type { WrongAddress } from '../deliveries/said/said.ts';
import { receivedReminders, receivedReplies } from './received.table.ts';

/**
 * Deletes what somebody else wrote back, and the reminder that they asked for, at addresses that turned out not to be the
 * recipient's. Call it once the links that went there are closed.
 */
export async function deleteSaidByOthers(
  tx: Tx,
  recipientId: string,
  wrong: readonly WrongAddress[],
): Promise<void> {
  for (const { address, since } of wrong) {
    const closed = tx
      .select({ id: deliveryQueue.id })
      .from(deliveryQueue)
      .where(
        and(
          eq(deliveryQueue.recipientId, recipientId),
          sql`lower(${deliveryQueue.disownedAddress}) = lower(${address})`,
        ),
      );
    const { writtenAt, changedAt } = receivedReplies;
    await tx
      .delete(receivedReplies)
      .where(
        and(inArray(receivedReplies.deliveryId, closed), or(gte(writtenAt, since), gte(changedAt, since))),
      );
    await tx
      .delete(receivedReminders)
      .where(and(inArray(receivedReminders.deliveryId, closed), gte(receivedReminders.createdAt, since)));
  }
}
