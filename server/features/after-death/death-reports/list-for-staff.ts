import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  StaffDeathReport,
  StaffDeathReportList,
  StaffDeathReportQuery,
} from '../../../../shared/after-death/staff-death-reports.ts';
import { fullNameOf } from '../../../../shared/full-name.ts';
import type { Services } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { hasPart, hasTrigrams } from '../../../platform/text-search.ts';
import { type UserRow, users } from '../../accounts/accounts/accounts.table.ts';
import { releases } from '../releases/releases.table.ts';
import { listContactAnswers } from '../trusted-access/trusted-access.ts';
import { obstaclesTo } from '../who-may-act/who-may-act.ts';
import { approvalsNeeded, sameProofsElsewhere } from './approvals-needed.ts';
import { findAssignees, isAssigned } from './assignees.ts';
import { actsOn, warningsOf } from './case-rules.ts';
import { isContact } from './death-report-state.ts';
import {
  type DeathReportRow,
  deathCertificates,
  deathReportApprovals,
  deathReports,
  searchedParts,
} from './death-reports.table.ts';
import { findUnnamedReporters } from './named-reporters.ts';
import { isAliveNow, isForStaff } from './staff-queue.ts';
import { findUnsentQuestions } from './unsent-questions.ts';

type Reading = Pick<Services, 'db' | 'clock' | 'config' | 'appSecret'>;
type Answer = z.output<typeof StaffDeathReport>;

/**
 * Reports on which staff have to decide, those first whose owner is alive after the release; or those in the state that is asked for,
 * or in any, with the text that is looked for. Of them, what was sent first comes first.
 */
export async function listForStaff(
  services: Reading,
  member: UserRow,
  { state, q, assignee, limit, afterRank, afterSubmitted, after }: StaffDeathReportQuery,
): Promise<z.output<typeof StaffDeathReportList>> {
  // Few wait; of a state there may be many, whose order the index carries.
  const isQueue = !state && !q;
  const rank = isQueue ? sql`case when ${isAliveNow} then 0 else 1 end` : undefined;
  const keys = [...(rank ? [rank] : []), deathReports.submittedAt, deathReports.id].map((key) => sql`${key}`);
  const place = [...(rank ? [afterRank] : []), afterSubmitted?.toISOString(), after].map(
    (key) => sql`${key}`,
  );
  const rows = await services.db
    .select()
    .from(deathReports)
    .where(
      and(
        isQueue ? isForStaff : undefined,
        state ? eq(deathReports.state, state) : sql`${deathReports.state} <> 'draft'`,
        q ? hasText(q) : undefined,
        assignee ? isAssigned(services.db, assignee, member) : undefined,
        after ? sql`(${sql.join(keys, sql`, `)}) > (${sql.join(place, sql`, `)})` : undefined,
      ),
    )
    .orderBy(...keys)
    .limit(limit + 1);
  const reports = await toAnswers(services, member, rows.slice(0, limit));
  const last = rows.length > limit ? reports.at(-1) : undefined;
  const lastRank = isQueue && last?.warnings.includes('alive_after_release') ? 0 : 1;
  return {
    reports,
    next: last ? { afterRank: lastRank, afterSubmitted: last.submittedAt, after: last.id } : null,
  };
}

/** Of what is too short to be looked for, nothing is found. */
function hasText(q: string): SQL {
  return hasTrigrams(q) ? hasPart(searchedParts(deathReports), q) : sql`false`;
}

/** One of them, whatever its state. 404 if there is none, and for a draft. */
export async function loadForStaff(services: Reading, member: UserRow, id: string): Promise<Answer> {
  const rows = await services.db.select().from(deathReports).where(eq(deathReports.id, id));
  const [report] = await toAnswers(services, member, rows);
  if (!report) throw notFound('This report');
  return report;
}

async function toAnswers(services: Reading, member: UserRow, rows: DeathReportRow[]): Promise<Answer[]> {
  if (rows.length === 0) return [];
  const facts = await factsOf(services, rows);
  const cases = rows.map(({ id: reportId, userId: ownerId }) => ({ ownerId, reportId }));
  const obstacles = await obstaclesTo(services.db, member.id, cases);
  return rows.flatMap((row, index) => toAnswerOf(services, row, facts, obstacles[index] ?? null));
}

type Facts = Awaited<ReturnType<typeof factsOf>>;

/** What is known about these reports, in a handful of reads for all of them. */
async function factsOf({ db, clock, appSecret }: Reading, rows: readonly DeathReportRow[]) {
  const ids = rows.map(({ id }) => id);
  const userIds = rows.flatMap(({ userId }) => userId ?? []);
  const emails = [...new Set(rows.map(({ reporterEmail }) => reporterEmail.toLowerCase()))];
  return {
    proofs: await db
      .select()
      .from(deathCertificates)
      .where(inArray(deathCertificates.reportId, ids))
      .orderBy(asc(deathCertificates.id)),
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

function toAnswerOf(services: Reading, row: DeathReportRow, facts: Facts, obstacle: string | null): Answer[] {
  const { state, submittedAt, reviewDueAt } = row;
  if (state === 'draft' || !submittedAt) return [];
  const account = facts.accounts.find(({ id }) => id === row.userId);
  const proofs = facts.proofs.filter(({ reportId }) => reportId === row.id);
  const proofIds = proofs.map(({ id }) => id);
  const sameProofs = facts.sameProofs.filter(({ proofId }) => proofIds.includes(proofId));
  const ofReporter = facts.ofReporters.find(({ email }) => email === row.reporterEmail.toLowerCase());
  const own = row.stoppedBy === null || isContact(row.stoppedBy) ? 0 : 1;
  const isReporterUnnamed = facts.unnamedReporters.includes(row.id);
  const endedBySignOfLife = (ofReporter?.ended ?? 0) - own;
  return [
    {
      ...row,
      state,
      submittedAt,
      person: { name: row.deceasedName, email: row.deceasedEmail },
      reporter: {
        name: row.reporterName,
        email: row.reporterEmail,
        relationship: row.relationship,
        userId: row.reporterUserId,
        otherReports: (ofReporter?.reports ?? 1) - 1,
        endedBySignOfLife,
      },
      account: account ? toAccount(account) : null,
      proofs: proofs.map((proof) => ({
        ...proof,
        receivedAt: proof.createdAt,
        isVerified: proof.verifiedAt !== null,
        isUnscanned: proof.scan === 'unscanned',
        sameFileIn: sameProofs.filter(({ proofId }) => proofId === proof.id),
      })),
      hasOtherEvidence: row.otherEvidence !== null,
      otherReports: facts.ofSameAccount.filter(
        (other) => row.userId !== null && other.userId === row.userId && other.id !== row.id,
      ),
      assignee: assigneeOf(row, facts),
      approvals: approvalsOf(row, facts),
      contactAnswers: facts.contactAnswers.filter(({ reportId }) => reportId === row.id),
      approvalsNeeded: approvalsNeeded(services, {
        isProofElsewhere: sameProofs.length > 0,
        isReporterUnnamed,
      }),
      isLate: state === 'in_review' && reviewDueAt !== null && reviewDueAt < services.clock.now(),
      releaseId: facts.releases.find(({ reportId }) => reportId === row.id)?.id ?? null,
      warnings: warningsOf(row, account, {
        sameProofs: sameProofs.length,
        endedBySignOfLife,
        isReporterUnnamed,
        isWaitingForMail: isWindowOver(services, row) && facts.unsentAsks.includes(row.id),
        hasUnscannedProof: proofs.some(({ scan }) => scan === 'unscanned'),
      }),
      acts: actsOn(row),
      obstacle,
    },
  ];
}

function assigneeOf({ assignedTo, assignedAt }: DeathReportRow, { assignees }: Facts): Answer['assignee'] {
  const member = assignees.find(({ id }) => id === assignedTo);
  return member ? { ...member, since: assignedAt } : null;
}

/** Those that count: of its present round. */
function approvalsOf({ id, round }: DeathReportRow, { approvals }: Facts): Answer['approvals'] {
  return approvals
    .filter(({ approval }) => approval.reportId === id && approval.round === round)
    .map(({ approval, firstName, lastName }) => ({
      by: approval.staffId,
      name: fullNameOf({ firstName, lastName }),
      note: approval.note,
      at: approval.createdAt,
    }));
}

/** Its time is over; what keeps it open is something else. */
function isWindowOver({ clock }: Reading, { state, objectionEndsAt }: DeathReportRow): boolean {
  return state === 'objection_window' && objectionEndsAt !== null && objectionEndsAt <= clock.now();
}

function toAccount(account: UserRow): Answer['account'] {
  const { id, email, dateOfBirth, createdAt, lastSignInAt } = account;
  const name = fullNameOf(account);
  return { id, name, email, dateOfBirth, createdAt, lastSignInAt };
}
