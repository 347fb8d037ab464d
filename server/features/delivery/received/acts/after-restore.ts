import { eq } from 'drizzle-orm';
import type { Tx } from '../../../../platform/database.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { addressOf, lockRecipient } from '../../../people/recipients/recipients.ts';
import { deliveryQueue } from '../../deliveries/deliveries.table.ts';
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

/** If the log names no delivery known to this database, it is about the address in the address book: the owner is asked for another. */
export const recoverDisowning: ActEffect = async (tx, services, act) => {
  const recipient = await lockSubject(tx, act);
  const address = recipient && ((await addressOfDelivery(tx, act)) ?? addressOf(recipient));
  if (!recipient || !address) return true;
  const { id: recipientId } = recipient;
  if (act.said === 'no') {
    await endDisowning(tx, services, { recipientId, address, actor: 'recipient' });
    return true;
  }
  await disownDeliveries(tx, services, { recipientId, address, knownSince: act.at });
  await cancelReminder(tx, recipientId);
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

/** Undefined if the delivery has gone on to another address since. */
async function addressOfDelivery(tx: Tx, { aboutId, at }: LoggedAct): Promise<string | null | undefined> {
  if (!aboutId) return undefined;
  const [delivery] = await tx.select().from(deliveryQueue).where(eq(deliveryQueue.id, aboutId));
  const isSentOn = delivery?.deliveredAt && delivery.deliveredAt > at;
  return isSentOn ? undefined : delivery?.sentTo;
}
