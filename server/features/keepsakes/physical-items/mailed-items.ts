import { and, desc, eq } from 'drizzle-orm';
import type { HandoverStep } from '../../../../shared/keepsakes/item-handovers.ts';
import { fullNameOf } from '../../../../shared/names.ts';
import type { Config } from '../../../platform/config.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import type { PrepareMail } from '../../outbox/messages/mails/mails.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { goesBack } from './item-state.ts';
import { itemHandovers, physicalItems } from './physical-items.table.ts';

// What the mails about items say.

type Tx = Parameters<PrepareMail>[0];

async function findItem(tx: Tx, id: string | null) {
  if (!id) return undefined;
  const [row] = await tx
    .select({ item: physicalItems, owner: users, recipient: recipients })
    .from(physicalItems)
    .innerJoin(users, eq(users.id, physicalItems.userId))
    .leftJoin(recipients, eq(recipients.id, physicalItems.recipientId))
    .where(eq(physicalItems.id, id));
  return row;
}

/** What a mail to its owner needs. */
export async function findForOwner(tx: Tx, { publicUrl }: Pick<Config, 'publicUrl'>, id: string | null) {
  const row = await findItem(tx, id);
  if (!row) return undefined;
  const { title } = row.item;
  const facts = { ownerName: row.owner.firstName, title, link: `${publicUrl}/physical-items` };
  return { ...row, to: row.owner.email, facts };
}

/** What a mail to its recipient needs, if they are to be told: it was sent to them after a death, and nothing keeps us from writing. */
export async function findForRecipient(tx: Tx, id: string | null) {
  const row = await findItem(tx, id);
  if (!row?.recipient?.email || row.item.handOverSince === null || goesBack(row.item)) return undefined;
  const { item, owner, recipient } = row;
  if (recipient.heldSince || recipient.declinedAt || recipient.disownedAt) return undefined;
  return {
    item,
    to: row.recipient.email,
    facts: { title: item.title, ownerName: fullNameOf(owner), recipientName: recipient.firstName },
  };
}

/** The tracking number of the latest such step, as a sentence; empty without one. */
export async function trackingOf(tx: Tx, itemId: string, step: HandoverStep): Promise<string> {
  const [handover] = await tx
    .select({ trackingNumber: itemHandovers.trackingNumber })
    .from(itemHandovers)
    .where(and(eq(itemHandovers.physicalItemId, itemId), eq(itemHandovers.step, step)))
    .orderBy(desc(itemHandovers.id))
    .limit(1);
  return handover?.trackingNumber ? `The tracking number is ${handover.trackingNumber}.` : '';
}
