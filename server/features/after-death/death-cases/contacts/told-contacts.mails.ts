import { and, eq } from 'drizzle-orm';
import { isOwnersWord } from '../../../../../shared/after-death/staff-death-reports.ts';
import { formatMoment } from '../../../../../shared/dates.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import { defaultTimeZone } from '../../../../../shared/time-zones.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import type { MailContent } from '../../../../platform/mail/compile-mail.tsx';
import { users } from '../../../accounts/profile/profile.table.ts';
import type { MailRow } from '../../../outbox/messages/mails/mails.table.ts';
import type { PreparedMail, PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import { sendingChannels } from '../../../outbox/messages/messages.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { ownContactOf } from '../../../people/recipients/recipients.ts';
import { type DeathReportRow, deathReports } from '../death-reports/death-reports.table.ts';
import { contactEndedMail, contactStoppedMail } from './contacts.mail.tsx';
import { trustedAccess, trustedAnswers } from './contacts.table.ts';
import { trustedLink } from './links.ts';
import { hasReported } from './reporting-contacts.ts';

/** Whether an address of this recipient is disputed and staff have not decided yet; supplied by `wiring.ts`. */
export type IsAddressDisputed = (db: Queryable, recipientId: string) => Promise<boolean>;

export interface ToContact {
  report: DeathReportRow;
  owner: typeof users.$inferSelect;
  values: { ownerName: string; contactName: string; link: string };
  note: string | null;
  /** They reported the death, or have already heard of it from us. */
  knows: boolean;
}

export interface Invitation {
  mail: Promise<MailContent>;
  /** What a text message says instead; the link is added to it. */
  text: string;
}

export async function reachContact(
  services: Pick<Services, 'config'>,
  person: Parameters<typeof ownContactOf>[0],
  { createdAt }: Pick<MailRow, 'createdAt'>,
  { mail, text }: Invitation,
): Promise<PreparedMail | undefined> {
  const contact = ownContactOf(person, sendingChannels(services));
  if (!contact) return undefined;
  if (contact.channel === 'email') return { ...(await mail), to: contact.address };
  const when = formatMoment(createdAt, defaultTimeZone);
  return { channel: 'text', to: contact.address, body: `Long After, ${when}: ${text}` };
}

export async function findAccess(tx: Tx, id: string | null | undefined) {
  if (!id) return undefined;
  const [row] = await tx
    .select({ access: trustedAccess, contact: recipients, owner: users, report: deathReports })
    .from(trustedAccess)
    .innerJoin(recipients, eq(recipients.id, trustedAccess.recipientId))
    .innerJoin(users, eq(users.id, trustedAccess.userId))
    .innerJoin(deathReports, eq(deathReports.id, trustedAccess.reportId))
    .where(eq(trustedAccess.id, id));
  return row;
}

/** Tells somebody who heard of the death what became of the report, by email or text message. */
function toTold(
  write: (to: Omit<ToContact, 'note' | 'knows'> & { hasAnswered: boolean }) => Invitation | undefined,
): PrepareMail {
  return async (tx, services, mail) => {
    const row = await findAccess(tx, mail.subjectId);
    if (!row?.access.toldAt) return undefined;
    const { access, contact, owner, report } = row;
    const values = {
      ownerName: fullNameOf(owner),
      contactName: contact.firstName,
      link: trustedLink(services, access),
    };
    const hasAnswered = await answeredIn(tx, access.id, report.verifiedAt);
    const written = write({ report, owner, values, hasAnswered });
    // They are the reporter, and are told in a mail of their own.
    if (!written || (await hasReported(tx, report, contact))) return undefined;
    return reachContact(services, contact, mail, written);
  };
}

async function answeredIn(tx: Tx, accessId: string, windowBeganAt: Date | null): Promise<boolean> {
  if (!windowBeganAt) return false;
  const inWindow = eq(trustedAnswers.windowBeganAt, windowBeganAt);
  return (await tx.$count(trustedAnswers, and(eq(trustedAnswers.accessId, accessId), inWindow))) > 0;
}

/** Not sent to the contact who stopped it: they have read the answer on the page. */
export const prepareStopped = toTold(({ report, values, hasAnswered }) => {
  if (report.state !== 'stopped' || hasAnswered) return undefined;
  const why = isOwnersWord(report.stoppedBy)
    ? 'Since then we have had an answer in their name that this is a mistake.'
    : 'Since then it has turned out that something about it needs another look.';
  const { ownerName, link } = values;
  return {
    mail: contactStoppedMail({ ...values, why }),
    text: `We wrote to you that we were told that ${ownerName} has died. ${why} We are looking into it, and nothing is sent because of it. ${link}`,
  };
});

export const prepareEnded = toTold(({ report, values }) => {
  if (report.state !== 'rejected' && report.state !== 'closed') return undefined;
  const why = isOwnersWord(report.stoppedBy)
    ? 'We have had an answer in their name that this was a mistake, and have closed the report.'
    : 'We have looked into it again, and closed the report: we cannot go on with it.';
  return {
    mail: contactEndedMail({ ...values, why }),
    text: `We wrote to you that we were told that ${values.ownerName} has died. ${why} Nothing was sent because of it. We are sorry for the fright.`,
  };
});
