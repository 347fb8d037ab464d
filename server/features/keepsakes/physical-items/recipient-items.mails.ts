import type { MailKind } from '../../../../shared/outbox/mail-kinds.ts';
import type { PrepareMail } from '../../outbox/messages/mails/mails.ts';
import { whereIs } from './lost-items.mails.ts';
import { findForRecipient, trackingOf } from './mailed-items.ts';
import {
  recipientItemArrivedMail,
  recipientItemFoundMail,
  recipientItemLostMail,
  recipientItemSentMail,
} from './recipient-items.mail.tsx';

/** What no longer holds by then is not said. */
export const recipientItemMails = {
  async 'recipient-item-sent'(tx, { config: { supportEmail } }, { subjectId }) {
    const row = await findForRecipient(tx, subjectId);
    if (row?.item.status !== 'in_transit' || row.item.lostAt) return undefined;
    const tracking = await trackingOf(tx, row.item.id, 'sent_to_recipient');
    return { ...(await recipientItemSentMail({ ...row.facts, tracking, supportEmail })), to: row.to };
  },
  async 'recipient-item-arrived'(tx, { config: { supportEmail } }, { subjectId }) {
    const row = await findForRecipient(tx, subjectId);
    if (row?.item.status !== 'delivered') return undefined;
    return { ...(await recipientItemArrivedMail({ ...row.facts, supportEmail })), to: row.to };
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
