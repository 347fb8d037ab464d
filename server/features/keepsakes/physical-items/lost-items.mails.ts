import { fullNameOf } from '../../../../shared/names.ts';
import type { MailKind } from '../../../../shared/outbox/mail-kinds.ts';
import type { PrepareMail } from '../../outbox/messages/mails/mails.ts';
import { goesBack } from './item-state.ts';
import { itemFoundMail, itemLostMail } from './lost-items.mail.tsx';
import { findItem } from './mailed-items.ts';
import type { PhysicalItemRow } from './physical-items.table.ts';

/** Where it is, after it was found; undefined once it has arrived, or is lost again. */
export function whereIs({ status, lostAt }: PhysicalItemRow): string | undefined {
  if (lostAt || status === 'delivered' || status === 'returned') return undefined;
  return status === 'in_transit'
    ? 'it is still on its way, and we go on looking for it.'
    : 'it is with us again, safely stored.';
}

/** The owner has died since, or it has been found: then these are no longer wanted. */
export const lostItemMails = {
  async 'item-lost'(tx, { config: { publicUrl, supportEmail } }, { subjectId }) {
    const row = await findItem(tx, subjectId);
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
    const row = await findItem(tx, subjectId);
    const where = row && whereIs(row.item);
    if (!where) return undefined;
    const { item, owner } = row;
    const link = `${publicUrl}/physical-items`;
    const content = await itemFoundMail({ ownerName: owner.firstName, title: item.title, where, link });
    return { ...content, to: owner.email };
  },
} satisfies Partial<Record<MailKind, PrepareMail>>;
