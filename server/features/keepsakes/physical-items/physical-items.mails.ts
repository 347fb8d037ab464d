import { and, desc, eq } from 'drizzle-orm';
import type { MailKind } from '../../../../shared/outbox/mail-kinds.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import type { PrepareMail } from '../../outbox/messages/mails/mails.ts';
import { itemReceiptUndoneMail, itemReceivedMail, itemSentBackMail } from './physical-items.mail.tsx';
import { itemHandovers, physicalItems } from './physical-items.table.ts';
import { isLeaving } from './staff-rules.ts';

type Tx = Parameters<PrepareMail>[0];

async function findItem(tx: Tx, id: string | null) {
  if (!id) return undefined;
  const [row] = await tx
    .select({ item: physicalItems, owner: users })
    .from(physicalItems)
    .innerJoin(users, eq(users.id, physicalItems.userId))
    .where(eq(physicalItems.id, id));
  return row;
}

/** Mails to owners about physical items. */
export const physicalItemMails = {
  async 'item-received'(tx, { config }, { subjectId }) {
    const row = await findItem(tx, subjectId);
    if (!row?.item.receivedDate) return undefined;
    const { item, owner } = row;
    const link = `${config.publicUrl}/physical-items`;
    const next = isLeaving(owner)
      ? 'Your account is being deleted, so we send it back to you, without a fee. Nothing is erased before you have it.'
      : 'On your page you see whose hands it has been in.';
    const content = await itemReceivedMail({ ownerName: owner.firstName, title: item.title, next, link });
    return { ...content, to: owner.email };
  },
  // It may have arrived since.
  async 'item-receipt-undone'(tx, { config }, { subjectId }) {
    const row = await findItem(tx, subjectId);
    if (!row || row.item.receivedDate) return undefined;
    const { item, owner } = row;
    const link = `${config.publicUrl}/physical-items`;
    const content = await itemReceiptUndoneMail({ ownerName: owner.firstName, title: item.title, link });
    return { ...content, to: owner.email };
  },
  async 'item-sent-back'(tx, { config }, { subjectId }) {
    const row = await findItem(tx, subjectId);
    if (row?.item.status !== 'in_transit') return undefined;
    const { item, owner } = row;
    const content = await itemSentBackMail({
      ownerName: owner.firstName,
      title: item.title,
      tracking: await trackingOf(tx, item.id),
      link: `${config.publicUrl}/physical-items`,
    });
    return { ...content, to: owner.email };
  },
} satisfies Partial<Record<MailKind, PrepareMail>>;

async function trackingOf(tx: Tx, itemId: string): Promise<string> {
  const [handover] = await tx
    .select({ trackingNumber: itemHandovers.trackingNumber })
    .from(itemHandovers)
    .where(and(eq(itemHandovers.physicalItemId, itemId), eq(itemHandovers.step, 'sent_back')))
    .orderBy(desc(itemHandovers.id))
    .limit(1);
  return handover?.trackingNumber ? `The tracking number is ${handover.trackingNumber}.` : '';
}
