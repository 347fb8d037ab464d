import { eq } from 'drizzle-orm';
import { formatHours, formatMoment } from '../../../../../shared/dates.ts';
import { codeMinutes } from '../../../../platform/codes.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import type { MailContent } from '../../../../platform/mail/compile-mail.tsx';
import type { MailRow } from '../../../outbox/messages/mails/mails.table.ts';
import type { PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import { findReportingContact } from '../contacts/reporting-contacts.ts';
import { draftDays } from './deadlines.ts';
import { isBeingRead } from './death-report-state.ts';
import { type DeathReportRow, deathReports } from './death-reports.table.ts';
import { codeOf } from './report-codes.ts';
import { aliveToken, reportToken } from './report-rows.ts';
import {
  contactReportVerifiedMail,
  proofAwaitedMail,
  reportCodeMail,
  reportReceivedMail,
  reportRejectedMail,
  reportRejectedWithNoteMail,
  reportReleasedMail,
  reportStoppedMail,
  reportVerifiedMail,
} from './reporters.mail.tsx';

export type Content = MailContent | { channel: 'text'; body: string };
type Write = (
  services: Services,
  report: DeathReportRow,
  mail: MailRow,
  tx: Tx,
) => Promise<MailContent | undefined> | undefined;

/** Prepares a mail to the reporter; dropped if `write` returns nothing, because the report has moved on. */
export function toReporter(write: Write): PrepareMail {
  return async (tx, services, mail) => {
    const report = await reportOf(tx, mail);
    const content = report && (await write(services, report, mail, tx));
    return content && mail.toAddress ? { ...content, to: mail.toAddress } : undefined;
  };
}

export async function reportOf(tx: Tx, { subjectId }: MailRow): Promise<DeathReportRow | undefined> {
  if (!subjectId) return undefined;
  const [report] = await tx.select().from(deathReports).where(eq(deathReports.id, subjectId));
  return report;
}

const reportLink = (services: Services, { id }: DeathReportRow) =>
  `${services.config.publicUrl}/report-a-death/${reportToken(services, id)}`;
export const aliveLink = (services: Services, { id }: DeathReportRow) =>
  `${services.config.publicUrl}/alive/${aliveToken(services, id)}`;

/** What every mail about a report contains. */
function valuesOf(services: Services, report: DeathReportRow) {
  const { reporterName, deceasedName: personName } = report;
  return { reporterName, personName, link: reportLink(services, report) };
}

export const writeCode: Write = (services, report, { details, toAddress }) => {
  const { codeId } = report;
  if (!codeId || codeId !== details['codeId'] || report.reporterEmail !== toAddress) return undefined;
  const code = codeOf(services, codeId);
  return reportCodeMail({
    code,
    minutes: String(codeMinutes),
    days: String(draftDays),
    // No server sees what follows the `#`. Opening the page confirms nothing, since mail scanners open links too.
    link: `${reportLink(services, report)}#code=${code}`,
  });
};

export const writeReceived: Write = (services, report) => {
  const { submittedAt, proofReceivedAt, notBefore, timezone, reviewDueAt } = report;
  // Sent whatever has become of the report: a different mail, or none, would reveal that there is an account.
  if (!submittedAt || !isBeingRead(report)) return undefined;
  const values = { ...valuesOf(services, report), when: formatMoment(submittedAt, timezone) };
  if (!proofReceivedAt || !reviewDueAt || !notBefore) return proofAwaitedMail(values);
  return reportReceivedMail({
    ...values,
    readBy: formatMoment(reviewDueAt, timezone),
    objection: formatHours(services.config.deathReports.objectionHours),
    notBefore: formatMoment(notBefore, timezone),
  });
};

export const writeVerified: Write = async (services, report, _mail, tx) => {
  const { state, objectionEndsAt, stoppedAt, deceasedName: personName } = report;
  if (state !== 'objection_window' || !objectionEndsAt) return undefined;
  const values = {
    ...valuesOf(services, report),
    opening: stoppedAt
      ? `We have looked into what we heard about ${personName}, and it goes on.`
      : `Thank you. We have read what you sent us about ${personName}.`,
    notBefore: formatMoment(objectionEndsAt, report.timezone),
  };
  const contact = await findReportingContact(tx, services, report);
  return contact
    ? contactReportVerifiedMail({ ...values, contactLink: contact.link })
    : reportVerifiedMail(values);
};

export const writeReleased: Write = async (services, report, _mail, tx) => {
  if (report.state !== 'released' || (await findReportingContact(tx, services, report))) return undefined;
  return reportReleasedMail(valuesOf(services, report));
};

export const writeStopped: Write = (services, report) =>
  report.state === 'stopped' ? reportStoppedMail(valuesOf(services, report)) : undefined;

/** The words are the same if the owner, who is alive, ended it. */
export const writeRejected: Write = (services, report) => {
  const { rejectionNote: note } = report;
  const values = valuesOf(services, report);
  return note ? reportRejectedWithNoteMail({ ...values, note }) : reportRejectedMail(values);
};
