import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import { emailChangeUndoHours } from '../../../../shared/accounts/email-addresses.ts';
import { passwordResetMinutes } from '../../../../shared/accounts/passwords.ts';
import { sendAccountMail as sendAccountMailJob } from '../../../job-list.ts';
import { tryAdvisoryLock } from '../../../platform/advisory-lock.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { spokenWallClock } from '../../../platform/local-time.ts';
import type { MailContent } from '../../../platform/mail/compile-mail.tsx';
import { MessageFault } from '../../../platform/mail/mail.ts';
import { type UserRow, users } from '../../accounts/accounts/accounts.table.ts';
import {
  confirmEmailMail,
  emailChangedMail,
  resetPasswordMail,
  verifyEmailMail,
} from './account-links.mail.tsx';
import { type AccountMailRow, accountMails, type LinkKind, type NoticeKind } from './account-mails.table.ts';
import { linkToken } from './account-mails.ts';
import { noticeMails } from './account-notices.mail.tsx';

const perSweep = 500;
const keptDays = 30;

/**
 * Sends a mail that was written and not sent yet, unless its link works no more or nobody is there to have it. Throws a
 * MessageFault to be called again later; an address that refuses it for good is not tried again.
 */
export async function sendAccountMail(services: Services, mailId: string): Promise<void> {
  await inTransaction(services.db, (tx) => bindToOwner(tx, mailId));
  await inTransaction(services.db, async (tx) => {
    if (!(await tryAdvisoryLock(tx, `account-mail:${mailId}`))) return;
    const [mail] = await tx
      .select()
      .from(accountMails)
      .where(and(eq(accountMails.id, mailId), isNull(accountMails.sentAt)));
    if (!mail) return;
    const now = services.clock.now();
    const owner = await ownerOf(tx, mail.userId);
    if (!owner || (mail.validUntil && mail.validUntil <= now)) {
      await tx.delete(accountMails).where(eq(accountMails.id, mailId));
      return;
    }
    await transmit(services, mail, owner);
    await tx.update(accountMails).set({ sentAt: now }).where(eq(accountMails.id, mailId));
  });
}

/**
 * A link for a new password finds its account here, and is then the only one of its kind that works. Committed before the
 * mail goes out, so that the link works once it is read, and held against a change of the address, which takes it back.
 */
async function bindToOwner(tx: Tx, mailId: string): Promise<void> {
  const [mail] = await tx
    .select()
    .from(accountMails)
    .where(and(eq(accountMails.id, mailId), isNull(accountMails.userId)));
  if (!mail) return;
  const [owner] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql`lower(${mail.toAddress})`))
    .for('share');
  if (!owner) return;
  await tx.update(accountMails).set({ userId: owner.id }).where(eq(accountMails.id, mailId));
  const earlier = and(
    eq(accountMails.userId, owner.id),
    eq(accountMails.kind, mail.kind),
    lt(accountMails.id, mailId),
  );
  await tx.delete(accountMails).where(earlier);
}

async function ownerOf(tx: Tx, userId: string | null): Promise<UserRow | undefined> {
  if (!userId) return undefined;
  const [owner] = await tx.select().from(users).where(eq(users.id, userId));
  return owner;
}

async function transmit(services: Services, mail: AccountMailRow, owner: UserRow): Promise<void> {
  const { mailer, config, log } = services;
  const content = await contentOf(services, mail, owner);
  const messageId = `${mail.kind}.${mail.id}@${new URL(config.publicUrl).hostname}`;
  try {
    await mailer.send({ ...content, messageId, to: mail.toAddress });
  } catch (error) {
    if (!(error instanceof MessageFault) || error.kind !== 'permanent') throw error;
    log.warn(
      { mailId: mail.id, kind: mail.kind, reply: error.message },
      'an owner cannot be reached by mail',
    );
  }
}

const linkPages: Record<LinkKind, string> = {
  'verify-email': 'verify-email',
  'reset-password': 'reset-password',
  'confirm-email': 'confirm-email',
  'email-changed': 'undo-email-change',
};

function contentOf(services: Services, mail: AccountMailRow, owner: UserRow): Promise<MailContent> {
  const { publicUrl } = services.config;
  const { firstName } = owner;
  const when = spokenWallClock(mail.createdAt, owner.timezone);
  if (!isLink(mail.kind)) {
    return noticeMails[mail.kind]({
      firstName,
      when,
      detail: mail.details['detail'] ?? '',
      settingsLink: `${publicUrl}/settings`,
      passwordLink: `${publicUrl}/forgot-password`,
      signInLink: `${publicUrl}/auth`,
    });
  }
  const link = `${publicUrl}/${linkPages[mail.kind]}/${linkToken(services, mail.id)}`;
  const hours = String(validHours(mail));
  switch (mail.kind) {
    case 'verify-email':
      return verifyEmailMail({ firstName, link, days: String(validHours(mail) / 24) });
    case 'reset-password':
      return resetPasswordMail({ firstName, link, minutes: String(passwordResetMinutes) });
    case 'confirm-email':
      return confirmEmailMail({ firstName, link, hours });
    case 'email-changed':
      return emailChangedMail({ firstName, link, when, hours: String(emailChangeUndoHours) });
  }
}

function validHours({ validUntil, createdAt }: AccountMailRow): number {
  return Math.round(((validUntil ?? createdAt).getTime() - createdAt.getTime()) / 3_600_000);
}

function isLink(kind: LinkKind | NoticeKind): kind is LinkKind {
  return kind in linkPages;
}

/** Takes up mails whose job was lost with the queue. Nothing to do while jobs still wait. */
export async function sendAccountMailsLater({ db, jobs }: Services): Promise<void> {
  if ((await jobs.backlog(sendAccountMailJob)) > 0) return;
  await inTransaction(db, async (tx) => {
    const unsent = await tx
      .select({ mailId: accountMails.id })
      .from(accountMails)
      .where(isNull(accountMails.sentAt))
      .orderBy(asc(accountMails.createdAt))
      .limit(perSweep);
    await jobs.enqueue(tx, sendAccountMailJob, unsent);
  });
}

/** Mails that have told what they had to tell: nobody needs them, or the addresses in them, for ever. */
export async function forgetOldMails({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = minutesAfter(clock.now(), -keptDays * 24 * 60);
  await db.delete(accountMails).where(lt(accountMails.createdAt, before));
}
