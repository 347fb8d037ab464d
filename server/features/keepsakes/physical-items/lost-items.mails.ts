import { eq } from 'drizzle-orm';
import { fullNameOf } from '../../../../shared/names.ts';
import type { MailKind } from '../../../../shared/outbox/mail-kinds.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import type { PrepareMail } from '../../outbox/messages/mails/mails.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { goesBack } from './item-state.ts';
import {
  itemFoundMail,
  itemLostMail,
  recipientItemFoundMail,
  recipientItemLostMail,
} from './lost-items.mail.tsx';
import { type PhysicalItemRow, physicalItems } from './physical-items.table.ts';

type Tx = Parameters<PrepareMail>[0];

async function findFacts(tx: Tx, id: string | null) {
  if (!id) return undefined;
  const [row] = await tx
    .select({ item: physicalItems, owner: users, recipient: recipients })
    .from(physicalItems)
    .innerJoin(users, eq(users.id, physicalItems.userId))
    .leftJoin(recipients, eq(recipients.id, physicalItems.recipientId))
    .where(eq(physicalItems.id, id));
  return row;
}

/** The same, if its recipient is to be told: it was sent to them after a death, and nothing keeps us from writing. */
async function findForRecipient(tx: Tx, id: string | null) {
  const row = await findFacts(tx, id);
  if (!row?.recipient?.email || row.recipient.heldSince) return undefined;
  if (row.item.handOverSince === null || goesBack(row.item)) return undefined;
  const { item, owner, recipient } = row;
  return {
    item,
    to: row.recipient.email,
    facts: { title: item.title, ownerName: fullNameOf(owner), recipientName: recipient.firstName },
  };
}

/** Where it is, after it was found; undefined once it has arrived, or is lost again. */
function whereIs({ status, lostAt }: PhysicalItemRow): string | undefined {
  if (lostAt || status === 'delivered' || status === 'returned') return undefined;
  return status === 'in_transit'
    ? 'it is still on its way, and we go on looking for it.'
    : 'it is with us again, safely stored.';
}

/** The owner has died since, or it has been found: then these are no longer wanted. */
export const lostItemMails = {
  async 'item-lost'(tx, { config: { publicUrl, supportEmail } }, { subjectId }) {
    const row = await findFacts(tx, subjectId);
    if (!row?.item.lostAt) return undefined;
    const { item, owner, recipient } = row;
    const toRecipient = recipient ? `to ${fullNameOf(recipient)}` : 'from us';
    const content = await itemLostMail({
      ownerName: owner.firstName,
      title: item.title,
      way: goesBack(item) ? 'back to you' : toRecipient,
      money: goesBack(item)
        ? 'You pay nothing for this return: anything that you have paid for it is refunded.'
        : '',
      supportEmail,
      link: `${publicUrl}/physical-items`,
    });
    return { ...content, to: owner.email };
  },
  async 'item-found'(tx, { config: { publicUrl } }, { subjectId }) {
    const row = await findFacts(tx, subjectId);
    const where = row && whereIs(row.item);
    if (!where) return undefined;
    const { item, owner } = row;
    const link = `${publicUrl}/physical-items`;
    const content = await itemFoundMail({ ownerName: owner.firstName, title: item.title, where, link });
    return { ...content, to: owner.email };
  },
  async 'recipient-item-lost'(tx, { config: { supportEmail } }, { subjectId }) {
    const row = await findForRecipient(tx, subjectId);
    if (!row?.item.lostAt) return undefined;
    return { ...(await recipientItemLostMail({ ...row.facts, supportEmail })), to: row.to };
  },
  async 'recipient-item-found'(tx, _services, { subjectId }) {
    const row = await findForRecipient(tx, subjectId);
    const where = row && whereIs(row.item);
    return where ? { ...(await recipientItemFoundMail({ ...row.facts, where })), to: row.to } : undefined;
  },
} satisfies Partial<Record<MailKind, PrepareMail>>;
