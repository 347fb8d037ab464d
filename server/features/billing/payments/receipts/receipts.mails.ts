import { eq } from 'drizzle-orm';
import { fullNameOf } from '../../../../../shared/full-name.ts';
import type { MailKind } from '../../../../../shared/outbox/mail-kinds.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import type { PrepareMail } from '../../../outbox/mails/mails.ts';
import { payerReceiptMail } from './receipts.mail.tsx';

const preparePayerReceipt: PrepareMail = async (tx, _services, { userId, toAddress, details }) => {
  if (!userId || !toAddress) return undefined;
  const [owner] = await tx.select().from(users).where(eq(users.id, userId));
  if (!owner) return undefined;
  const ownerName = fullNameOf(owner);
  return { ...(await payerReceiptMail({ ownerName, detail: details['detail'] ?? '' })), to: toAddress };
};

/** Mails to those who paid for somebody else. */
export const receiptMails = {
  'payer-receipt': preparePayerReceipt,
} satisfies Partial<Record<MailKind, PrepareMail>>;
