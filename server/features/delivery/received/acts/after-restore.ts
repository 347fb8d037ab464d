import { eq } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { contactsOf, isAmong, lockRecipient } from '../../../people/recipients/recipients.ts';
import { deliveryQueue } from '../../deliveries/deliveries.table.ts';
import type { ActEffect, LoggedAct } from '../../deliveries/logged-acts/logged-acts.ts';
import { lockSchedulesOfRecipient } from '../../deliveries/plan/plan.ts';
import {
  declineDeliveriesTo,
  disownDeliveries,
  endDisowning,
  idOfAddress,
  type RenewTrustedLinks,
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

/** It says nothing about an address that this database does not know: nothing has gone there, and nothing will. */
export function recoverDisowning(renewTrustedLinks: RenewTrustedLinks): ActEffect {
  return async (tx, services, act) => {
    const recipient = await lockSubject(tx, act);
    const address = recipient && (await findAddress(tx, services, recipient, act));
    if (!address) return true;
    const { id: recipientId } = recipient;
    const isCurrent = isAmong(contactsOf(recipient), address);
    if (act.said === 'no') {
      await endDisowning(tx, services, renewTrustedLinks, { recipientId, address, actor: 'recipient' });
    } else {
      const disowned = { recipientId, address, knownSince: act.at };
      await disownDeliveries(tx, services, renewTrustedLinks, disowned);
      if (isCurrent) await cancelReminder(tx, recipientId);
      await tellNotTheirsLater(tx, services, [recipientId]);
    }
    return true;
  };
}

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

/** The address that an act is about, among those where this recipient is or was reached. */
async function findAddress(
  tx: Tx,
  services: Services,
  recipient: RecipientRow,
  { aboutId }: LoggedAct,
): Promise<string | undefined> {
  const { id: recipientId } = recipient;
  const rows = await tx.select().from(deliveryQueue).where(eq(deliveryQueue.recipientId, recipientId));
  const known = rows.flatMap(({ sentTo, failedAddresses }) => [sentTo ?? [], failedAddresses].flat());
  const inBook = contactsOf(recipient).map(({ address }) => address);
  const found = [...inBook, ...known].find(
    (address) => idOfAddress(services, { recipientId, address }) === aboutId,
  );
  // Version 1.0.0 wrote the id of a delivery that had gone there.
  return found ?? rows.find(({ id }) => id === aboutId)?.sentTo ?? undefined;
}
