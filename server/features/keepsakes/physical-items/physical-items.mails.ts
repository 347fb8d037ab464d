import type { MailKind } from '../../../../shared/outbox/mail-kinds.ts';
import type { PrepareMail } from '../../outbox/messages/mails/mails.ts';
import { findItem, trackingOf } from './mailed-items.ts';
import {
  itemArrivedMail,
  itemReceiptUndoneMail,
  itemReceivedMail,
  itemSentBackMail,
} from './physical-items.mail.tsx';
import { isLeaving } from './staff-rules.ts';

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
      tracking: await trackingOf(tx, item.id, 'sent_back'),
      link: `${config.publicUrl}/physical-items`,
    });
    return { ...content, to: owner.email };
  },
  async 'item-arrived'(tx, { config: { publicUrl, supportEmail } }, { subjectId }) {
    const row = await findItem(tx, subjectId);
    if (row?.item.status !== 'returned') return undefined;
    const { item, owner } = row;
    const content = await itemArrivedMail({
      ownerName: owner.firstName,
      title: item.title,
      supportEmail,
      link: `${publicUrl}/physical-items`,
    });
    return { ...content, to: owner.email };
  },
} satisfies Partial<Record<MailKind, PrepareMail>>;
