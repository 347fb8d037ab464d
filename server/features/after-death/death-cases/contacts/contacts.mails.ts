import { and, asc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isOwnersWord } from '../../../../../shared/after-death/staff-death-reports.ts';
import type { CorrectedField } from '../../../../../shared/after-death/trusted-access.ts';
import { formatDay, formatMoment } from '../../../../../shared/dates.ts';
import { fullNameOf } from '../../../../../shared/full-name.ts';
import type { MailKind } from '../../../../../shared/outbox/mail-kinds.ts';
import { defaultTimeZone } from '../../../../../shared/time-zones.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import type { MailContent } from '../../../../platform/mail/compile-mail.tsx';
import { users } from '../../../accounts/profile/profile.table.ts';
import type { MailRow } from '../../../outbox/mails/mails.table.ts';
import type { AfterSending, PreparedMail, PrepareMail } from '../../../outbox/mails/mails.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { findWishes } from '../../release-wishes/release-wishes.ts';
import { type DeathReportRow, deathReports } from '../death-reports/death-reports.table.ts';
import {
  addressBookCorrectedMail,
  contactEndedMail,
  contactInvitedMail,
  contactInvitedWithNoteMail,
  contactStoppedMail,
  contactWindowAgainMail,
  contactWindowMail,
  reporterInvitedMail,
  reporterInvitedWithNoteMail,
} from './contacts.mail.tsx';
import { recipientCorrections, trustedAccess, trustedAnswers } from './contacts.table.ts';
import { trustedLink } from './links.ts';
import { findReportingContact, hasReported } from './reporting-contacts.ts';

interface ToContact {
  report: DeathReportRow;
  owner: typeof users.$inferSelect;
  values: { ownerName: string; contactName: string; link: string };
  /** What the owner wrote for the day of the release. */
  note: string | null;
  /** They reported the death, or have heard of it from us before. */
  knows: boolean;
}

interface Invitation {
  mail: Promise<MailContent>;
  /** What a text message says instead, without the link. */
  text: string;
}

/** Whether somebody said that an address of this recipient is wrong, and staff have not decided; supplied by `wiring.ts`. */
export type IsAddressDisputed = (db: Queryable, recipientId: string) => Promise<boolean>;
type Prepare = (isAddressDisputed: IsAddressDisputed) => PrepareMail;

/**
 * To a trusted contact, at their present address or else phone, as long as they are one and `write` answers something. That they were
 * told of the death is noted when the message leaves.
 */
function toContact(write: (to: ToContact) => Invitation | undefined): Prepare {
  return (isAddressDisputed) => async (tx, services, mail) => {
    const row = await findAccess(tx, mail.subjectId);
    if (!row?.contact.trustedContact) return undefined;
    const { access, contact, owner, report } = row;
    // While somebody says that their new address is wrong, no link goes there.
    if (await isAddressDisputed(tx, contact.id)) return undefined;
    if (contact.addressWaitsUntil && contact.addressWaitsUntil > (await readDatabaseTime(tx, services.clock)))
      throw new Error('Nothing goes to the new address of this contact yet');
    const values = {
      ownerName: fullNameOf(owner),
      contactName: contact.firstName,
      link: trustedLink(services, access),
    };
    const knows = await hasReported(tx, report, contact);
    // The mail to the reporter says it to them, and has the link.
    const isJoined =
      mail.kind === 'trusted-contact-window' &&
      knows &&
      (await findReportingContact(tx, services, report))?.recipientId === contact.id;
    const written = !isJoined && write({ report, owner, values, knows, note: await noteOf(tx, owner.id) });
    if (!written) return undefined;
    return reachContact(contact, mail, { ...written, text: `${written.text} ${values.link}` });
  };
}

/** By email, or else by a text message. */
export async function reachContact(
  { email, phone }: Pick<RecipientRow, 'email' | 'phone'>,
  { createdAt }: MailRow,
  { mail, text }: Invitation,
): Promise<PreparedMail | undefined> {
  if (email) return { ...(await mail), to: email };
  if (!phone) return undefined;
  const when = formatMoment(createdAt, defaultTimeZone);
  return { channel: 'text', to: phone, body: `Long After, ${when}: ${text}` };
}

const noteTold: AfterSending = async (tx, _services, { mail, at }) => {
  if (mail.subjectId)
    await tx.update(trustedAccess).set({ toldAt: at }).where(eq(trustedAccess.id, mail.subjectId));
};

export const afterSendingToContacts = {
  'trusted-contact-window': noteTold,
  'trusted-contact-invited': noteTold,
};

async function noteOf(tx: Tx, userId: string): Promise<string | null> {
  return (await findWishes(tx, userId))?.noteToContacts ?? null;
}

async function findAccess(tx: Tx, id: string | null | undefined) {
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

const prepareWindow = toContact(({ report, values, knows }) => {
  const { state, objectionEndsAt, dateOfDeath, isDateApproximate } = report;
  if (state !== 'objection_window' || !objectionEndsAt) return undefined;
  const day = `${isDateApproximate ? 'about' : 'on'} ${formatDay(dateOfDeath)}`;
  const until = formatMoment(objectionEndsAt, defaultTimeZone);
  const { ownerName } = values;
  return {
    // In a second window they have heard of it from us.
    mail: (knows || report.stoppedAt ? contactWindowAgainMail : contactWindowMail)({ ...values, day, until }),
    text: `We were told that ${ownerName} died ${day}. Until ${until} nothing is sent because of it. If that is wrong, or if it should wait, please tell us:`,
  };
});

const prepareInvited = toContact(({ report, values, note, knows }) => {
  if (report.state !== 'released') return undefined;
  const text = `${values.ownerName} has died, and named you as a trusted contact. Here you can help us reach people:`;
  const [withNote, without] = knows
    ? [reporterInvitedWithNoteMail, reporterInvitedMail]
    : [contactInvitedWithNoteMail, contactInvitedMail];
  const mail = note ? withNote({ ...values, note }) : without(values);
  return { mail, text };
});

/** By which somebody who was told of the death learns what became of it; the same for a text message. */
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
    // They hear as the reporter what became of it.
    if (!written || (await hasReported(tx, report, contact))) return undefined;
    return reachContact(contact, mail, written);
  };
}

async function answeredIn(tx: Tx, accessId: string, windowBeganAt: Date | null): Promise<boolean> {
  if (!windowBeganAt) return false;
  const inWindow = eq(trustedAnswers.windowBeganAt, windowBeganAt);
  return (await tx.$count(trustedAnswers, and(eq(trustedAnswers.accessId, accessId), inWindow))) > 0;
}

/** Whoever stopped it has read the answer on the page. */
const prepareStopped = toTold(({ report, values, hasAnswered }) => {
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

const prepareEnded = toTold(({ report, values }) => {
  if (report.state !== 'rejected' && report.state !== 'closed') return undefined;
  const why = isOwnersWord(report.stoppedBy)
    ? 'We have had an answer in their name that this was a mistake, and have closed the report.'
    : 'We have looked into it again, and closed the report: we cannot go on with it.';
  return {
    mail: contactEndedMail({ ...values, why }),
    text: `We wrote to you that we were told that ${values.ownerName} has died. ${why} Nothing was sent because of it. We are sorry for the fright.`,
  };
});

const fieldWords: Record<CorrectedField, string> = {
  firstName: 'first name',
  lastName: 'last name',
  email: 'email address',
  phone: 'phone number',
  mailingAddress: 'mailing address',
};

const contacts = alias(recipients, 'contacts');

const prepareAddressBookCorrected: PrepareMail = async (tx, { config }, mail) => {
  if (!mail.subjectId || !mail.userId) return undefined;
  const rows = await tx
    .select({ owner: users, person: recipients, correction: recipientCorrections, by: contacts })
    .from(recipientCorrections)
    .innerJoin(users, eq(users.id, recipientCorrections.userId))
    .innerJoin(recipients, eq(recipients.id, recipientCorrections.recipientId))
    .leftJoin(trustedAccess, eq(trustedAccess.id, recipientCorrections.accessId))
    .leftJoin(contacts, eq(contacts.id, trustedAccess.recipientId))
    .where(
      and(eq(recipientCorrections.reportId, mail.subjectId), eq(recipientCorrections.userId, mail.userId)),
    )
    .orderBy(asc(recipientCorrections.id));
  // What was put back, or entered anew since, is no news.
  const standing = rows.filter(({ person, correction }) => person[correction.field] === correction.newValue);
  const [first] = standing;
  if (!first) return undefined;
  const lines = standing.map(
    ({ person, correction, by }) =>
      `${fullNameOf(person)}: ${fieldWords[correction.field]}${by ? `, by ${fullNameOf(by)}` : ''}`,
  );
  const content = await addressBookCorrectedMail({
    ownerName: first.owner.firstName,
    corrections: [...new Set(lines)].join('\n'),
    link: `${config.publicUrl}/recipients`,
  });
  return { ...content, to: first.owner.email };
};

export const contactMails = (isAddressDisputed: IsAddressDisputed) =>
  ({
    'trusted-contact-window': prepareWindow(isAddressDisputed),
    'trusted-contact-invited': prepareInvited(isAddressDisputed),
    'trusted-contact-stopped': prepareStopped,
    'trusted-contact-ended': prepareEnded,
    'address-book-corrected': prepareAddressBookCorrected,
  }) satisfies Partial<Record<MailKind, PrepareMail>>;
