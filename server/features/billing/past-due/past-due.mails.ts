import { and, eq } from 'drizzle-orm';
import { formatDate, formatMoment } from '../../../../shared/dates.ts';
import { formatDollarsAndCents } from '../../../../shared/dollars.ts';
import { fullNameOf } from '../../../../shared/names.ts';
import type { MailKind } from '../../../../shared/outbox/mail-kinds.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { type UserRow, users } from '../../accounts/profile/profile.table.ts';
import type { MailRow } from '../../outbox/messages/mails/mails.table.ts';
import type { PrepareMail } from '../../outbox/messages/mails/mails.ts';
import { sendingChannels } from '../../outbox/messages/messages.ts';
import { checkoutSessions } from '../payments/checkout-sessions/checkout-sessions.table.ts';
import { type PastDue, standingForDelivery } from '../subscriptions/standing/standing.ts';
import { isRenewed } from './find-due.ts';
import { keepCurrentUrl } from './links.ts';
import { isNoticeCurrent } from './notice-steps.ts';
import { textAfterDeath, textBefore, textToContact, textToOwner } from './notice-texts.ts';
import { arrearsContactMail, arrearsOwnerMail, arrearsPaidMail } from './past-due.mail.tsx';
import { pastDueNotices } from './past-due.table.ts';
import type { TrustedContacts } from './past-due.ts';

type Notice = typeof pastDueNotices.$inferSelect;

/** The notice and its account; undefined if it was paid, a renewal is coming, the clock is paused or a later notice is due. */
async function findNotice(
  tx: Tx,
  { clock }: Services,
  { subjectId }: MailRow,
): Promise<{ notice: Notice; owner: UserRow; due: PastDue | undefined } | undefined> {
  if (!subjectId) return undefined;
  const [row] = await tx
    .select({ notice: pastDueNotices, owner: users })
    .from(pastDueNotices)
    .innerJoin(
      users,
      and(eq(users.id, pastDueNotices.userId), eq(users.paidThrough, pastDueNotices.paidThrough)),
    )
    .where(eq(pastDueNotices.id, subjectId));
  const now = clock.now();
  if (!row || !isNoticeCurrent(row.notice.step, row.owner, now)) return undefined;
  if (await isRenewed(tx, row.owner.id, now)) return undefined;
  const standing = standingForDelivery(row.owner, now);
  return { ...row, due: standing.state === 'in_arrears' ? standing : undefined };
}

const prepareForOwner: PrepareMail = async (tx, services, mail) => {
  const found = await findNotice(tx, services, mail);
  if (!found) return undefined;
  const { notice, owner, due } = found;
  const { step, paidThrough } = notice;
  const to = { to: owner.email };
  const ownerName = owner.firstName;
  if (step === 'before') {
    const link = `${services.config.publicUrl}/settings`;
    const text = textBefore(owner, paidThrough);
    return { ...to, ...(await arrearsOwnerMail({ ...text, ownerName, link, label: 'Open your settings' })) };
  }
  if (!due || step === 'death') return undefined;
  const link = await keepCurrentUrl(tx, services, owner);
  const text = textToOwner(step, due);
  return { ...to, ...(await arrearsOwnerMail({ ...text, ownerName, link, label: 'See what is due' })) };
};

const prepareForContact =
  (contacts: TrustedContacts): PrepareMail =>
  async (tx, services, mail) => {
    const found = await findNotice(tx, services, mail);
    const contactId = mail.details['contactId'];
    if (!found?.due || !contactId) return undefined;
    const { notice, owner, due } = found;
    const { step } = notice;
    if (step === 'before' || step === 'held') return undefined;
    const contact = await contacts.find(tx, owner.id, contactId);
    if (!contact) return undefined;
    const ownerName = fullNameOf(owner);
    const link = await keepCurrentUrl(tx, services, owner);
    const text = step === 'death' ? textAfterDeath(ownerName, due) : textToContact(step, ownerName, due);
    const { firstName: contactName, email, phone } = contact;
    if (email) return { ...(await arrearsContactMail({ ...text, ownerName, contactName, link })), to: email };
    if (!phone || !sendingChannels(services).includes('text')) return undefined;
    const when = formatMoment(mail.createdAt, owner.timezone);
    return {
      channel: 'text' as const,
      to: phone,
      body: `Long After, ${when}: ${text.first} Anybody can pay it here: ${link}`,
    };
  };

/** Sent to the owner after somebody has paid for them. */
const preparePaid: PrepareMail = async (tx, { config }, { subjectId }) => {
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

/** Mails about a plan that ends or is no longer paid, and about payments by others. */
export const pastDueMails = (contacts: TrustedContacts) =>
  ({
    'arrears-owner': prepareForOwner,
    'arrears-contact': prepareForContact(contacts),
    'arrears-paid': preparePaid,
  }) satisfies Partial<Record<MailKind, PrepareMail>>;
