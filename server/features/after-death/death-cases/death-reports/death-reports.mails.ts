import { and, eq } from 'drizzle-orm';
import { formatMoment } from '../../../../../shared/dates.ts';
import type { MailKind } from '../../../../../shared/outbox/mail-kinds.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import type { MailContent } from '../../../../platform/mail/compile-mail.tsx';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import { greetedAs } from '../../../accounts/profile/profile.ts';
import type { MailRow } from '../../../outbox/messages/mails/mails.table.ts';
import type { PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import { lastToAnswer } from '../contacts/answers.ts';
import { askIn, endIfAskedAt } from './deadlines.ts';
import { isContact } from './death-report-state.ts';
import {
  contactDoubtMail,
  objectionMail,
  ownerAskedMail,
  reportWaitsMail,
  signOfLifeMail,
} from './death-reports.mail.tsx';
import type { DeathReportRow } from './death-reports.table.ts';
import {
  aliveLink,
  type Content,
  reportOf,
  toReporter,
  writeCode,
  writeReceived,
  writeRejected,
  writeReleased,
  writeStopped,
  writeVerified,
} from './reporters.mails.ts';
import { type StaffNews, staffNews } from './tell.ts';

interface ToOwner {
  report: DeathReportRow;
  owner: UserRow;
  mail: MailRow;
}

/** Prepares a mail to the owner; dropped once the report is in a state in which their answer no longer counts. */
function toOwner(write: (services: Services, to: ToOwner) => Promise<Content> | undefined): PrepareMail {
  return async (tx, services, mail) => {
    const report = await reportOf(tx, mail);
    if (!report?.userId || report.userId !== mail.userId || !mail.toAddress) return undefined;
    const [owner] = await tx.select().from(users).where(eq(users.id, report.userId));
    const content = owner && (await write(services, { report, owner, mail }));
    return content && { ...content, to: mail.toAddress };
  };
}

const prepareAsked = toOwner((services, { report, owner, mail }) => {
  const { firstName, timezone } = owner;
  if (!['awaiting_proof', 'in_review', 'objection_window'].includes(report.state) || !report.submittedAt)
    return undefined;
  const link = aliveLink(services, report);
  if (mail.channel === 'text')
    return textTo(owner, mail, `If you are alive, open ${link} and press "I am alive".`);
  return ownerAskedMail({ firstName, when: formatMoment(report.submittedAt, timezone), link });
});

/** Each text message says when it was written, so that it cannot be mistaken for the previous one. */
async function textTo({ firstName, timezone }: UserRow, { createdAt }: MailRow, rest: string) {
  const when = formatMoment(createdAt, timezone);
  const channel = 'text' as const;
  return { channel, body: `Long After, ${when}: ${firstName}, somebody told us that you have died. ${rest}` };
}

const prepareObjection = toOwner((services, { report, owner, mail }) => {
  const { firstName, timezone } = owner;
  const { state, submittedAt, objectionEndsAt } = report;
  if (state !== 'objection_window' || !objectionEndsAt || !submittedAt) return undefined;
  const ask = askIn(mail.details);
  const later = ask && endIfAskedAt(ask, services.clock.now());
  const until = later && later > objectionEndsAt ? later : objectionEndsAt;
  const values = { until: formatMoment(until, timezone), link: aliveLink(services, report) };
  if (mail.channel === 'text') {
    const { until, link } = values;
    const rest = `If we hear nothing until ${until}, we deliver what you left. If you are alive, open ${link} and press "I am alive".`;
    return textTo(owner, mail, rest);
  }
  return objectionMail({ ...values, firstName, when: formatMoment(submittedAt, timezone) });
});

const whatBecame: Record<Exclude<StaffNews, 'waits'>, string> = {
  closed:
    'The report is closed. The person who made it hears nothing of the sign of life: they get our usual answer when its turn has come.',
  'proof-after-sign':
    'After that a proof has come with the report, which stays closed. Please look at it, and write to the person who made it if you doubt who said that they are alive.',
  stopped: 'Its objection window has stopped. Please decide what is to become of it.',
  'too-late':
    'What they left had been released before. Please look at it now: the release can be revoked, and what has not been delivered stops.',
};

const goesOn =
  'The account is being deleted, so the report is not closed by that: please read its proof and decide.';

const prepareForStaff: PrepareMail = async (tx, { config }, mail) => {
  const report = await reportOf(tx, mail);
  if (!report || !mail.userId) return undefined;
  const [member] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, mail.userId), eq(users.isAdmin, true)));
  if (!member) return undefined;
  const link = `${config.publicUrl}/admin/death-reports?q=${report.id}`;
  const common = { staffName: greetedAs(member), reportId: report.id, link };
  const news = newsIn(mail);
  if (news !== 'waits')
    return {
      ...(await newsMail(tx, report, { ...common, what: whatFollows(news, report) })),
      to: member.email,
    };
  if (report.state !== 'in_review' || !report.reviewDueAt) return undefined;
  const due = formatMoment(report.reviewDueAt, member.timezone);
  return { ...(await reportWaitsMail({ ...common, due })), to: member.email };
};

function whatFollows(news: Exclude<StaffNews, 'waits'>, { state }: DeathReportRow): string {
  return news === 'closed' && state === 'in_review' ? goesOn : whatBecame[news];
}

async function newsMail(
  tx: Tx,
  { id, stoppedBy }: DeathReportRow,
  common: Record<'staffName' | 'reportId' | 'what' | 'link', string>,
): Promise<MailContent> {
  const contactName = isContact(stoppedBy) && (await lastToAnswer(tx, id));
  if (!contactName) return signOfLifeMail(common);
  const said = stoppedBy === 'contact_alive' ? 'says that they are alive' : 'asks us to wait';
  return contactDoubtMail({ ...common, contactName, said });
}

function newsIn({ details: { news } }: MailRow): StaffNews {
  return staffNews.find((known) => known === news) ?? 'waits';
}

export const deathReportMails = {
  'death-report-code': toReporter(writeCode),
  'death-report-received': toReporter(writeReceived),
  'death-report-asked': prepareAsked,
  'death-report-objection': prepareObjection,
  'death-report-verified': toReporter(writeVerified),
  'death-report-rejected': toReporter(writeRejected),
  'death-report-released': toReporter(writeReleased),
  'death-report-stopped': toReporter(writeStopped),
  'staff-death-report': prepareForStaff,
} satisfies Partial<Record<MailKind, PrepareMail>>;
