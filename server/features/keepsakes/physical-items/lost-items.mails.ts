import { fullNameOf } from '../../../../shared/names.ts';
import type { MailKind } from '../../../../shared/outbox/mail-kinds.ts';
import type { PrepareMail } from '../../outbox/messages/mails/mails.ts';
import { goesBack } from './item-state.ts';
import { itemFoundMail, itemLostMail } from './lost-items.mail.tsx';
import { findForOwner } from './mailed-items.ts';
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
  async 'item-lost'(tx, { config }, { subjectId }) {
    const row = await findForOwner(tx, config, subjectId);
    if (!row?.item.lostAt) return undefined;
    const isReturn = goesBack(row.item);
    const toRecipient = row.recipient ? `to ${fullNameOf(row.recipient)}` : 'from us';
    const content = await itemLostMail({
      ...row.facts,
      way: isReturn ? 'back to you' : toRecipient,
      money: isReturn
        ? 'You pay nothing for this return: anything that you have paid for it is refunded.'
        : '',
      supportEmail: config.supportEmail,
    });
    return { ...content, to: row.to };
  },
  async 'item-found'(tx, { config }, { subjectId }) {
    const row = await findForOwner(tx, config, subjectId);
    const where = row && whereIs(row.item);
    return where ? { ...(await itemFoundMail({ ...row.facts, where })), to: row.to } : undefined;
  },
} satisfies Partial<Record<MailKind, PrepareMail>>;
