import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { listContactAnswers } from '../contacts/answers.ts';
import { releases } from '../releases/releases.table.ts';
import { findUnnamedReporters, sameProofsElsewhere } from './approvals.ts';
import { findAssignees } from './assignees.ts';
import {
  type DeathReportRow,
  deathCertificates,
  deathReportApprovals,
  deathReports,
  proofViews,
} from './death-reports.table.ts';
import { findUnsentQuestions } from './unsent-questions.ts';

export type Facts = Awaited<ReturnType<typeof factsOf>>;

export interface Reading extends Pick<Services, 'clock' | 'config' | 'appSecret'> {
  db: Queryable;
}

/** Reads what is known about these reports, with a few queries for all of them. */
export async function factsOf({ db, clock, appSecret }: Reading, rows: readonly DeathReportRow[]) {
  const ids = rows.map(({ id }) => id);
  const userIds = rows.flatMap(({ userId }) => userId ?? []);
  const emails = [...new Set(rows.map(({ reporterEmail }) => reporterEmail.toLowerCase()))];
  return {
    proofs: await db
      .select()
      .from(deathCertificates)
      .where(inArray(deathCertificates.reportId, ids))
      .orderBy(asc(deathCertificates.id)),
    views: await db
      .select({ view: proofViews, firstName: users.firstName, lastName: users.lastName })
      .from(proofViews)
      .innerJoin(users, eq(users.id, proofViews.staffId))
      .where(inArray(proofViews.reportId, ids))
      .orderBy(asc(proofViews.id)),
    questions: await listQuestions(db, userIds),
    sameProofs: await sameProofsElsewhere(db, ids),
    assignees: await findAssignees(db, rows),
    contactAnswers: await listContactAnswers(db, { appSecret }, ids),
    unnamedReporters: await findUnnamedReporters(db, { clock }, ids),
    unsentAsks: await findUnsentQuestions(db, ids),
    approvals: await db
      .select({ approval: deathReportApprovals, firstName: users.firstName, lastName: users.lastName })
      .from(deathReportApprovals)
      .innerJoin(users, eq(users.id, deathReportApprovals.staffId))
      .where(inArray(deathReportApprovals.reportId, ids))
      .orderBy(asc(deathReportApprovals.id)),
    accounts: await db.select().from(users).where(inArray(users.id, userIds)),
    ofSameAccount: await db
      .select()
      .from(deathReports)
      .where(inArray(deathReports.userId, userIds))
      .orderBy(desc(deathReports.id)),
    releases: await db
      .select({ id: releases.id, reportId: releases.reportId })
      .from(releases)
      .where(inArray(releases.reportId, ids)),
    ofReporters: await db
      .select({
        email: sql<string>`lower(${deathReports.reporterEmail})`,
        reports: sql<number>`count(*)::int`,
        ended: sql<number>`(count(*) filter (where ${deathReports.stoppedBy} in ('sign_in', 'alive_link', 'printed_code')))::int`,
      })
      .from(deathReports)
      .where(
        and(
          inArray(sql`lower(${deathReports.reporterEmail})`, emails),
          sql`${deathReports.state} <> 'draft'`,
        ),
      )
      .groupBy(sql`lower(${deathReports.reporterEmail})`),
  };
}

/** When these owners were asked whether they are alive, and what became of each message. */
function listQuestions(db: Queryable, userIds: readonly string[]) {
  return db
    .select({
      reportId: outboxMails.subjectId,
      at: outboxMails.createdAt,
      to: outboxMails.toAddress,
      channel: outboxMails.channel,
      sentAt: outboxMails.sentAt,
      failedAt: outboxMails.failedAt,
    })
    .from(outboxMails)
    .where(
      and(
        inArray(outboxMails.userId, [...userIds]),
        inArray(outboxMails.kind, ['death-report-asked', 'death-report-objection']),
        isNull(outboxMails.unwantedAt),
      ),
    )
    .orderBy(asc(outboxMails.createdAt), asc(outboxMails.id));
}
