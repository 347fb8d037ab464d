import { eq } from 'drizzle-orm';
import { formatDate } from '../../../../../shared/dates.ts';
import { formatDollarsAndCents } from '../../../../../shared/dollars.ts';
import type { MailKind } from '../../../../../shared/outbox/mail-kinds.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import type { PrepareMail } from '../../../outbox/mails/mails.ts';
import { checkoutSessions } from '../../payments/checkout-sessions/checkout-sessions.table.ts';
import { arrearsPaidMail } from './keep-current.mail.tsx';

const prepareArrearsPaid: PrepareMail = async (tx, { config }, { subjectId }) => {
  if (!subjectId) return undefined;
  const [row] = await tx
    .select({ session: checkoutSessions, owner: users })
    .from(checkoutSessions)
    .innerJoin(users, eq(users.id, checkoutSessions.userId))
    .where(eq(checkoutSessions.id, subjectId));
  const { paidAt } = row?.session ?? {};
  const { paidThrough } = row?.owner ?? {};
  if (!row || !paidAt || !paidThrough) return undefined;
  const content = await arrearsPaidMail({
    ownerName: row.owner.firstName,
    payer: row.session.payerName ?? 'Somebody',
    by: row.session.payerName ?? 'somebody who gave no name',
    amount: formatDollarsAndCents(row.session.amount),
    when: formatDate(paidAt, row.owner.timezone),
    until: formatDate(paidThrough, 'UTC'),
    link: `${config.publicUrl}/settings`,
  });
  return { ...content, to: row.owner.email };
};

/** Mails about what somebody paid for an owner. */
export const keepCurrentMails = {
  'arrears-paid': prepareArrearsPaid,
} satisfies Partial<Record<MailKind, PrepareMail>>;
