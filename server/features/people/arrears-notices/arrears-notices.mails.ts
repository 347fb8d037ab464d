import { and, eq } from 'drizzle-orm';
import { formatMoment } from '../../../../shared/dates.ts';
import { fullNameOf } from '../../../../shared/full-name.ts';
import type { MailKind } from '../../../../shared/outbox/mail-kinds.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { type UserRow, users } from '../../accounts/profile/profile.table.ts';
import { keepCurrentUrl } from '../../billing/past-due/keep-current/keep-current.ts';
import { type PastDue, standingForDelivery } from '../../billing/subscriptions/standing/standing.ts';
import type { MailRow } from '../../outbox/mails/mails.table.ts';
import type { PrepareMail } from '../../outbox/mails/mails.ts';
import { recipients } from '../recipients/recipients.table.ts';
import { arrearsContactMail, arrearsOwnerMail } from './arrears-notices.mail.tsx';
import { arrearsNotices } from './arrears-notices.table.ts';
import { isNoticeCurrent, isRenewed } from './find-due.ts';
import { wordsAfterDeath, wordsBefore, wordsToContact, wordsToOwner } from './notice-texts.ts';

type Notice = typeof arrearsNotices.$inferSelect;

/** The notice and its account; undefined once it was paid, a renewal is coming, the clock is stopped or a later notice is due. */
async function findTold(
  tx: Tx,
  { clock }: Services,
  { subjectId }: MailRow,
): Promise<{ notice: Notice; owner: UserRow; due: PastDue | undefined } | undefined> {
  if (!subjectId) return undefined;
  const [row] = await tx
    .select({ notice: arrearsNotices, owner: users })
    .from(arrearsNotices)
    .innerJoin(
      users,
      and(eq(users.id, arrearsNotices.userId), eq(users.paidThrough, arrearsNotices.paidThrough)),
    )
    .where(eq(arrearsNotices.id, subjectId));
  const now = clock.now();
  if (!row || !isNoticeCurrent(row.notice.step, row.owner, now)) return undefined;
  if (await isRenewed(tx, row.owner.id)) return undefined;
  const standing = standingForDelivery(row.owner, now);
  return { ...row, due: standing.state === 'in_arrears' ? standing : undefined };
}

const prepareForOwner: PrepareMail = async (tx, services, mail) => {
  const told = await findTold(tx, services, mail);
  if (!told) return undefined;
  const { notice, owner, due } = told;
  const { step, paidThrough } = notice;
  const to = { to: owner.email };
  const ownerName = owner.firstName;
  if (step === 'before') {
    const link = `${services.config.publicUrl}/settings`;
    const words = wordsBefore(owner, paidThrough);
    return { ...to, ...(await arrearsOwnerMail({ ...words, ownerName, link, label: 'Open your settings' })) };
  }
  if (!due || step === 'death') return undefined;
  const link = await keepCurrentUrl(tx, services, owner);
  const words = wordsToOwner(step, due);
  return { ...to, ...(await arrearsOwnerMail({ ...words, ownerName, link, label: 'See what is due' })) };
};

const prepareForContact: PrepareMail = async (tx, services, mail) => {
  const told = await findTold(tx, services, mail);
  const contactId = mail.details['contactId'];
  if (!told?.due || !contactId) return undefined;
  const { notice, owner, due } = told;
  const { step } = notice;
  if (step === 'before' || step === 'held') return undefined;
  const trusted = and(
    eq(recipients.id, contactId),
    eq(recipients.userId, owner.id),
    eq(recipients.trustedContact, true),
  );
  const [contact] = await tx.select().from(recipients).where(trusted);
  if (!contact) return undefined;
  const ownerName = fullNameOf(owner);
  const link = await keepCurrentUrl(tx, services, owner);
  const words = step === 'death' ? wordsAfterDeath(ownerName, due) : wordsToContact(step, ownerName, due);
  const { firstName: contactName, email, phone } = contact;
  if (email) return { ...(await arrearsContactMail({ ...words, ownerName, contactName, link })), to: email };
  if (!phone) return undefined;
  const when = formatMoment(mail.createdAt, owner.timezone);
  return { to: phone, body: `Long After, ${when}: ${words.first} Anybody can pay it here: ${link}` };
};

/** Mails about a plan that ends or is not paid any more. */
export const arrearsMails = {
  'arrears-owner': prepareForOwner,
  'arrears-contact': prepareForContact,
} satisfies Partial<Record<MailKind, PrepareMail>>;
