import type { MailKind } from '../../../../shared/outbox/mail-kinds.ts';
import type { PrepareMail } from '../../outbox/messages/mails/mails.ts';
import { findForOwner, trackingOf } from './mailed-items.ts';
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
    const row = await findForOwner(tx, config, subjectId);
    if (!row?.item.receivedDate) return undefined;
    const next = isLeaving(row.owner)
      ? 'Your account is being deleted, so we send it back to you, without a fee. Nothing is erased before you have it.'
      : 'On your page you see whose hands it has been in.';
    return { ...(await itemReceivedMail({ ...row.facts, next })), to: row.to };
  },
  // It may have arrived since.
  async 'item-receipt-undone'(tx, { config }, { subjectId }) {
    const row = await findForOwner(tx, config, subjectId);
    if (!row || row.item.receivedDate) return undefined;
    return { ...(await itemReceiptUndoneMail(row.facts)), to: row.to };
  },
  async 'item-sent-back'(tx, { config }, { subjectId }) {
    const row = await findForOwner(tx, config, subjectId);
    if (row?.item.status !== 'in_transit') return undefined;
    const tracking = await trackingOf(tx, row.item.id, 'sent_back');
    return { ...(await itemSentBackMail({ ...row.facts, tracking })), to: row.to };
  },
  async 'item-arrived'(tx, { config }, { subjectId }) {
    const row = await findForOwner(tx, config, subjectId);
    if (row?.item.status !== 'returned') return undefined;
    const { supportEmail } = config;
    return { ...(await itemArrivedMail({ ...row.facts, supportEmail })), to: row.to };
  },
} satisfies Partial<Record<MailKind, PrepareMail>>;
