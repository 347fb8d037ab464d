import { and, eq, ne } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { announceAll } from '../../../platform/events.ts';
import { endHold, holdRecipient } from '../../people/recipients/recipients.ts';
import { deliveryQueue } from './deliveries.table.ts';
import type { DeliveryEvent } from './delivery-state.ts';
import { applyEvents, lockDeliveries } from './transitions.ts';

// The caller has locked the schedules that name the recipient, so that none of them starts meanwhile, and then the recipient.

interface Hold {
  recipientId: string;
  /** Who asked for it, as the audit log names them. */
  actor: string;
  at: Date;
}

/** From now on nothing goes to this recipient but what is on its way. */
export async function holdDeliveriesTo(
  tx: Tx,
  services: Services,
  { recipientId, actor, at }: Hold,
): Promise<void> {
  await holdRecipient(tx, recipientId, at);
  await applyToUndelivered(tx, services, recipientId, { kind: 'recipient-held', actor });
}

/** Everything that waited for it goes on at once, with the time and the mails that were left. */
export async function resumeHeldDeliveriesTo(
  tx: Tx,
  services: Services,
  { recipientId, actor }: Omit<Hold, 'at'>,
): Promise<void> {
  await endHold(tx, recipientId);
  await applyToUndelivered(tx, services, recipientId, { kind: 'recipient-let-go', actor });
}

async function applyToUndelivered(
  tx: Tx,
  services: Services,
  recipientId: string,
  event: DeliveryEvent,
): Promise<void> {
  const undelivered = and(eq(deliveryQueue.recipientId, recipientId), ne(deliveryQueue.status, 'delivered'));
  const rows = await lockDeliveries(tx, undelivered);
  await applyEvents(tx, services, rows, () => event);
  await announceAll(tx, new Set(rows.map(({ userId }) => userId)), ['schedules', 'stats']);
}
