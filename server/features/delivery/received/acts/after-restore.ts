import { eq } from 'drizzle-orm';
import { secondsAfter } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/database.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { addressOf, contactsOf, isAmong, lockRecipient } from '../../../people/recipients/recipients.ts';
import { type DeliveryRow, deliveryQueue } from '../../deliveries/deliveries.table.ts';
import type { ActEffect, LoggedAct } from '../../deliveries/logged-acts/logged-acts.ts';
import { lockSchedulesOfRecipient } from '../../deliveries/plan/plan.ts';
import {
  declineDeliveriesTo,
  disownDeliveries,
  endDisowning,
  resumeDeclinedDeliveriesTo,
  tellNotTheirsLater,
} from '../../deliveries/said/said.ts';
import { cancelReminder } from '../reminders/reminders.ts';

// What a recipient said after the restored backup was made. Somebody who is not in the restored address book gets nothing anyway.

export const recoverDeclining: ActEffect = async (tx, services, act) => {
  const recipient = await lockSubject(tx, act);
  if (!recipient) return true;
  const { id, declinedAt } = recipient;
  if (act.said === 'no' && declinedAt) await resumeDeclinedDeliveriesTo(tx, services, id);
  if (act.said === 'yes' && !declinedAt)
    await declineDeliveriesTo(tx, services, { recipientId: id, at: act.at });
  return true;
};

/**
 * If it is not known where the delivery had gone, it is about the address in the address book, unless the delivery has gone there since:
 * the owner is asked for another.
 */
export const recoverDisowning: ActEffect = async (tx, services, act) => {
  const recipient = await lockSubject(tx, act);
  if (!recipient) return true;
  const address = disownedAddress(addressOf(recipient), await deliveryOf(tx, act), act.at);
  if (!address) return true;
  const { id: recipientId } = recipient;
  if (act.said === 'no') {
    await endDisowning(tx, services, { recipientId, address, actor: 'recipient' });
    return true;
  }
  await disownDeliveries(tx, services, { recipientId, address, knownSince: act.at });
  if (isAmong(contactsOf(recipient), address)) await cancelReminder(tx, recipientId);
  await tellNotTheirsLater(tx, services, [recipientId]);
  return true;
};

async function lockSubject(tx: Tx, { subjectId: id }: LoggedAct): Promise<RecipientRow | undefined> {
  const [found] = await tx
    .select({ userId: recipients.userId })
    .from(recipients)
    .where(eq(recipients.id, id));
  if (!found) return undefined;
  await lockOwner(tx, found.userId);
  await lockSchedulesOfRecipient(tx, id);
  return lockRecipient(tx, found.userId, id);
}

async function deliveryOf(tx: Tx, { aboutId }: LoggedAct): Promise<DeliveryRow | undefined> {
  if (!aboutId) return undefined;
  const [delivery] = await tx.select().from(deliveryQueue).where(eq(deliveryQueue.id, aboutId));
  return delivery;
}

function disownedAddress(inBook: string | null, delivery: DeliveryRow | undefined, at: Date): string | null {
  if (!delivery) return inBook;
  if (!hasGoneOn(delivery, at)) return delivery.sentTo ?? inBook;
  return delivery.failedAddresses.at(-1) ?? (delivery.sentTo === inBook ? null : inBook);
}

/** Clocks of two machines may differ by so much, and nobody reads a message sooner than that after it was sent. */
const toleratedSeconds = 5;

/** Whether it was sent to another address after the recipient had spoken at `at`. */
function hasGoneOn({ attemptCount, deliveredAt }: DeliveryRow, at: Date): boolean {
  return attemptCount > 1 && deliveredAt !== null && deliveredAt > secondsAfter(at, -toleratedSeconds);
}
