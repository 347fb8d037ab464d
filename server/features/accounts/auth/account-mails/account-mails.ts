import { and, eq, isNull, sql } from 'drizzle-orm';
import { passwordResetMinutes } from '../../../../../shared/accounts/passwords.ts';
import { emailChangeUndoHours } from '../../../../../shared/accounts/time-limits.ts';
import { twoFactorUndoHours } from '../../../../../shared/accounts/two-factor.ts';
import { formatMoment } from '../../../../../shared/dates.ts';
import type { LinkKind } from '../../../../../shared/outbox/mail-kinds.ts';
import type { Tx } from '../../../../platform/database.ts';
import { assignLink, changedAt, linkToken, worksUntil } from '../../../outbox/messages/mails/links/links.ts';
import type { MailRow } from '../../../outbox/messages/mails/mails.table.ts';
import type { PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import { type UserRow, users } from '../../profile/profile.table.ts';
import { greetedAs } from '../../profile/profile.ts';
import {
  confirmEmailMail,
  confirmSecondEmailMail,
  type LinkMail,
  passwordGoneMail,
  resetPasswordMail,
  verifyEmailMail,
} from './account-links.mail.tsx';
import { accountNotices } from './account-notices.mail.tsx';
import { mailToOwner } from './mail-to-owner.ts';
import {
  emailChangedEarlierMail,
  emailChangedMail,
  twoFactorOnMail,
  twoFactorStillOnMail,
} from './undo-links.mail.tsx';

/** What a mail says, and for how long its link works. */
interface Choice {
  template: LinkMail;
  works: string;
  when?: string;
}

function linkMail(page: string, choose: (mail: MailRow, owner: UserRow, now: Date) => Choice): PrepareMail {
  return mailToOwner((services, mail, owner) => {
    const { template, works, when = '' } = choose(mail, owner, services.clock.now());
    const site = services.config.publicUrl;
    const link = `${site}/${page}/${linkToken(services, mail.id)}`;
    return template({ firstName: greetedAs(owner), link, works, when, site });
  });
}

const resetPassword = linkMail('reset-password', ({ details }) => ({
  template: details['reason'] === 'undone' ? passwordGoneMail : resetPasswordMail,
  works: `once and for ${passwordResetMinutes} minutes`,
}));

/** Contains a link that undoes a change; `again` is sent if this link replaces an earlier one. */
function undoMail(
  page: string,
  hours: number,
  { first, again }: Record<'first' | 'again', LinkMail>,
): PrepareMail {
  return linkMail(page, (mail, { timezone }, now) => {
    const changed = changedAt(mail);
    const when = formatMoment(changed, timezone);
    if (changed === mail.createdAt) return { template: first, when, works: `for ${hours} hours` };
    const end = formatMoment(worksUntil(mail, now) ?? changed, timezone);
    return { template: again, when, works: `until ${end}` };
  });
}

const accountLinks: Record<LinkKind, PrepareMail> = {
  'verify-email': linkMail('verify-email', (mail) => ({
    template: verifyEmailMail,
    works: `for ${validHours(mail) / 24} days`,
  })),
  'reset-password': async (tx, services, mail) => {
    const userId = mail.userId ?? (await bindToAccount(tx, mail, services.clock.now()));
    return resetPassword(tx, services, { ...mail, userId });
  },
  'confirm-email': linkMail('confirm-email', (mail) => ({
    template: confirmEmailMail,
    works: `for ${validHours(mail)} hours`,
  })),
  'confirm-second-email': linkMail('confirm-second-email', (mail) => ({
    template: confirmSecondEmailMail,
    works: `for ${validHours(mail)} hours`,
  })),
  'email-changed': undoMail('undo-email-change', emailChangeUndoHours, {
    first: emailChangedMail,
    again: emailChangedEarlierMail,
  }),
  'two-factor-on': undoMail('undo-two-factor', twoFactorUndoHours, {
    first: twoFactorOnMail,
    again: twoFactorStillOnMail,
  }),
};

/** Mails to owners about their accounts. */
export const accountMails = { ...accountLinks, ...accountNotices };

/**
 * Finds the account with the address for which a new password was requested, unless its owner has died.
 * Delays a change of the address, which revokes the link, until the link belongs to the account.
 */
async function bindToAccount(tx: Tx, mail: MailRow, now: Date): Promise<string | null> {
  const [owner] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, sql`lower(${mail.toAddress})`), isNull(users.memorialisedAt)))
    .for('share');
  if (!owner) return null;
  await assignLink(tx, { id: mail.id, kind: 'reset-password' }, owner.id, now);
  return owner.id;
}

function validHours({ validUntil, createdAt }: MailRow): number {
  return Math.round(((validUntil ?? createdAt).getTime() - createdAt.getTime()) / 3_600_000);
}
