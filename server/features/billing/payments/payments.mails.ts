import { eq } from 'drizzle-orm';
import { fullNameOf } from '../../../../shared/names.ts';
import type { MailKind } from '../../../../shared/outbox/mail-kinds.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import type { PrepareMail } from '../../outbox/messages/mails/mails.ts';
import { payerReceiptMail, payerRefundMail } from './payments.mail.tsx';

/** Sent to somebody who paid for an account that is not theirs. */
function mailToPayer(write: typeof payerReceiptMail): PrepareMail {
  return async (tx, _services, { userId, toAddress, details }) => {
    if (!userId || !toAddress) return undefined;
    const [owner] = await tx.select().from(users).where(eq(users.id, userId));
    if (!owner) return undefined;
    const ownerName = fullNameOf(owner);
    return { ...(await write({ ownerName, detail: details['detail'] ?? '' })), to: toAddress };
  };
}

/** The owner's own receipts and refunds are among the account notices. */
export const paymentMails = {
  'payer-receipt': mailToPayer(payerReceiptMail),
  'payer-refund': mailToPayer(payerRefundMail),
} satisfies Partial<Record<MailKind, PrepareMail>>;
