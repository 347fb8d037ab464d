import { eq } from 'drizzle-orm';
import { fullNameOf } from '../../../../../shared/full-name.ts';
import type { MailKind } from '../../../../../shared/outbox/mail-kinds.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import type { PrepareMail } from '../../../outbox/mails/mails.ts';
import { payerRefundMail } from './refunds.mail.tsx';

const preparePayerRefund: PrepareMail = async (tx, _services, { userId, toAddress, details }) => {
  if (!userId || !toAddress) return undefined;
  const [owner] = await tx.select().from(users).where(eq(users.id, userId));
  if (!owner) return undefined;
  const ownerName = fullNameOf(owner);
  return { ...(await payerRefundMail({ ownerName, detail: details['detail'] ?? '' })), to: toAddress };
};

/** To those who paid for somebody else. The owner's own stands among the notices about the account. */
export const refundMails = {
  'payer-refund': preparePayerRefund,
} satisfies Partial<Record<MailKind, PrepareMail>>;
