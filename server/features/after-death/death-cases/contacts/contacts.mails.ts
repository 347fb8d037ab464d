import { and, eq } from 'drizzle-orm';
import { formatDay, formatMoment } from '../../../../../shared/dates.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { MailKind } from '../../../../../shared/outbox/mail-kinds.ts';
import { defaultTimeZone } from '../../../../../shared/time-zones.ts';
import type { AfterSending, PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import { readAddressWait } from '../../../people/recipients/recipients.ts';
import { findWishes } from '../../release-wishes/release-wishes.ts';
import { deathReports } from '../death-reports/death-reports.table.ts';
import { prepareAskedForAddress } from './asked-contacts.mails.ts';
import {
  contactInvitedMail,
  contactInvitedWithNoteMail,
  contactWindowAgainMail,
  contactWindowMail,
  reporterInvitedMail,
  reporterInvitedWithNoteMail,
} from './contacts.mail.tsx';
import { trustedAccess } from './contacts.table.ts';
import { prepareAddressBookCorrected } from './corrections.mails.ts';
import { trustedLink } from './links.ts';
import { findReportingContact, hasReported } from './reporting-contacts.ts';
import {
  findAccess,
  type Invitation,
  type IsAddressDisputed,
  prepareEnded,
  prepareStopped,
  reachContact,
  type ToContact,
} from './told-contacts.mails.ts';

type Prepare = (isAddressDisputed: IsAddressDisputed) => PrepareMail;

/**
 * Prepares a message to a trusted contact, by email or else by text message. It is dropped if they are no
 * longer a contact or `write` returns nothing. When it leaves, we record that they were told of the death.
 */
function toContact(write: (to: ToContact) => Invitation | undefined): Prepare {
  return (isAddressDisputed) => async (tx, services, mail) => {
    const row = await findAccess(tx, mail.subjectId);
    if (!row?.contact.trustedContact) return undefined;
    const { access, contact, owner, report } = row;
    // While their new address is disputed, no link is sent to it.
    if (await isAddressDisputed(tx, contact.id)) return undefined;
    if (await readAddressWait(tx, services, contact.id))
      throw new Error('Nothing goes to the new address of this contact yet');
    const values = {
      ownerName: fullNameOf(owner),
      contactName: contact.firstName,
      link: trustedLink(services, access),
    };
    const knows = await hasReported(tx, report, contact);
    // The mail to the reporter tells them, and contains the link.
    if (knows && mail.kind === 'trusted-contact-window') {
      const reporting = await findReportingContact(tx, services, report);
      if (reporting?.recipientId === contact.id) return undefined;
    }
    const wishes = await findWishes(tx, owner.id);
    const written = write({ report, owner, values, knows, note: wishes?.noteToContacts ?? null });
    if (!written) return undefined;
    return reachContact(services, contact, mail, { ...written, text: `${written.text} ${values.link}` });
  };
}

const noteTold: AfterSending = async (tx, _services, { mail, at }) => {
  if (mail.subjectId)
    await tx.update(trustedAccess).set({ toldAt: at }).where(eq(trustedAccess.id, mail.subjectId));
};

/** If the reporter is a trusted contact, the mail to the reporter counts as having told the contact. */
const noteReporterTold: AfterSending = async (tx, services, { mail, at }) => {
  if (!mail.subjectId) return;
  const [report] = await tx.select().from(deathReports).where(eq(deathReports.id, mail.subjectId));
  const contact = report && (await findReportingContact(tx, services, report));
  if (!contact) return;
  const { reportId, recipientId } = trustedAccess;
  await tx
    .update(trustedAccess)
    .set({ toldAt: at })
    .where(and(eq(reportId, report.id), eq(recipientId, contact.recipientId)));
};

export const afterSendingToContacts = {
  'death-report-verified': noteReporterTold,
  'trusted-contact-window': noteTold,
  'trusted-contact-invited': noteTold,
};

const prepareWindow = toContact(({ report, values, knows }) => {
  const { state, objectionEndsAt, dateOfDeath, isDateApproximate } = report;
  if (state !== 'objection_window' || !objectionEndsAt) return undefined;
  const day = `${isDateApproximate ? 'about' : 'on'} ${formatDay(dateOfDeath)}`;
  const until = formatMoment(objectionEndsAt, defaultTimeZone);
  return {
    // In a second window they have already heard from us.
    mail: (knows || report.stoppedAt ? contactWindowAgainMail : contactWindowMail)({ ...values, day, until }),
    text: `We were told that ${values.ownerName} died ${day}. Until ${until} we send nothing. If that is wrong, or if it should wait, please tell us:`,
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

export const contactMails = (isAddressDisputed: IsAddressDisputed) =>
  ({
    'trusted-contact-window': prepareWindow(isAddressDisputed),
    'trusted-contact-invited': prepareInvited(isAddressDisputed),
    'contact-asked-address': prepareAskedForAddress(isAddressDisputed),
    'trusted-contact-stopped': prepareStopped,
    'trusted-contact-ended': prepareEnded,
    'address-book-corrected': prepareAddressBookCorrected,
  }) satisfies Partial<Record<MailKind, PrepareMail>>;
