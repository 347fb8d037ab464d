import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { statement } from '../../../../../shared/after-death/missing-for-approval.ts';
import type {
  StaffDeathReport,
  StaffDeathReportList,
  StaffDeathReportQuery,
} from '../../../../../shared/after-death/staff-death-reports.ts';
import { fullNameOf } from '../../../../../shared/full-name.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { notFound, requireFound } from '../../../../platform/errors.ts';
import { hasPart, hasTrigrams } from '../../../../platform/text-search.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { probationObstacle } from '../../../accounts/staff/staff.ts';
import { obstaclesTo } from '../who-may-act/who-may-act.ts';
import { approvalsNeeded, listDeciders } from './approvals.ts';
import { isAssigned } from './assignees.ts';
import { type Facts, factsOf, type Reading } from './case-facts.ts';
import { actsOn, warningsOf } from './case-rules.ts';
import { isContact, isUnderReview } from './death-report-state.ts';
import { type DeathReportRow, deathReports, searchedParts } from './death-reports.table.ts';
import { isAliveNow, isForStaff } from './staff-queue.ts';

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

/** One of them, whatever its state, with who decides. 404 if there is none, and for a draft. */
export async function loadForStaff(services: Reading, member: UserRow, id: string): Promise<Answer> {
  const [row] = await services.db.select().from(deathReports).where(eq(deathReports.id, id));
  const [report] = row ? await toAnswers(services, member, [row]) : [];
  if (!row || !report) throw notFound('This report');
  return { ...report, deciders: await listDeciders(services, row, report.approvals) };
}

/** A locked report as this member of staff sees it at this moment. */
export async function readCase(
  tx: Tx,
  { clock, config, appSecret }: Services,
  member: UserRow,
  row: DeathReportRow,
): Promise<Answer> {
  const [report] = await toAnswers({ db: tx, clock, config, appSecret }, member, [row]);
  return requireFound(report, 'This report');
}

async function toAnswers(services: Reading, member: UserRow, rows: DeathReportRow[]): Promise<Answer[]> {
  if (rows.length === 0) return [];
  const facts = await factsOf(services, rows);
  const cases = rows.map(({ id: reportId, userId: ownerId }) => ({ ownerId, reportId }));
  const obstacles = await obstaclesTo(services.db, member.id, cases);
  return rows.flatMap((row, index) =>
    toAnswerOf(services, row, facts, { member, obstacle: obstacles[index] ?? null }),
  );
}

function toAnswerOf(
  services: Reading,
  row: DeathReportRow,
  facts: Facts,
  { member, obstacle }: { member: UserRow; obstacle: string | null },
): Answer[] {
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
      ...proofsOf(row, facts, member),
      otherReports: facts.ofSameAccount.filter(
        (other) => row.userId !== null && other.userId === row.userId && other.id !== row.id,
      ),
      assignee: assigneeOf(row, facts),
      ...approvalsOf(row, facts, member),
      questions: questionsOf(row, facts),
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
        proofs,
      }),
      acts: actsOn(row),
      obstacle,
      approvalObstacle: probationObstacle(member, services.clock.now()),
      deciders: null,
    },
  ];
}

function assigneeOf({ assignedTo, assignedAt }: DeathReportRow, { assignees }: Facts): Answer['assignee'] {
  const member = assignees.find(({ id }) => id === assignedTo);
  return member ? { ...member, since: assignedAt } : null;
}

function proofsOf(row: DeathReportRow, facts: Facts, member: UserRow) {
  const views = viewsOf(row, facts);
  const proofs = facts.proofs.filter(({ reportId }) => reportId === row.id);
  return {
    proofs: proofs.map((proof) => ({
      ...proof,
      receivedAt: proof.createdAt,
      isVerified: proof.verifiedAt !== null,
      isUnscanned: proof.scan === 'unscanned',
      isDamaged: proof.damagedAt !== null,
      views: views.filter(({ item }) => item === proof.id),
      sameFileIn: facts.sameProofs.filter(({ proofId }) => proofId === proof.id),
    })),
    hasOtherEvidence: row.otherEvidence !== null,
    otherEvidenceViews: views.filter(({ item }) => item === statement),
    opened: [...new Set(views.filter(({ by }) => by === member.id).map(({ item }) => item))],
    unopenable: proofs.filter(({ unopenableAt }) => unopenableAt !== null).map(({ id }) => id),
  };
}

function viewsOf({ id, round }: DeathReportRow, { views }: Facts) {
  return views
    .filter(({ view }) => view.reportId === id && view.round === round)
    .map(({ view, firstName, lastName }) => ({
      item: view.proofId ?? statement,
      by: view.staffId,
      name: fullNameOf({ firstName, lastName }),
      at: view.viewedAt,
    }));
}

/** Those that count, of its present round, and the others. Nobody reads what a colleague found before they have written their own. */
function approvalsOf(
  row: DeathReportRow,
  { approvals }: Facts,
  member: UserRow,
): Pick<Answer, 'approvals' | 'earlierApprovals'> {
  const all = approvals
    .filter(({ approval }) => approval.reportId === row.id)
    .map(({ approval, firstName, lastName }) => ({
      by: approval.staffId,
      name: fullNameOf({ firstName, lastName }),
      round: approval.round,
      note: approval.note,
      answers: approval.answers,
      at: approval.createdAt,
    }));
  const present = all.filter(({ round }) => round === row.round);
  const isHidden = isUnderReview(row) && !present.some(({ by }) => by === member.id);
  return {
    approvals: isHidden ? present.map((approval) => ({ ...approval, note: null, answers: null })) : present,
    earlierApprovals: all.filter(({ round }) => round < row.round),
  };
}

function questionsOf({ id }: DeathReportRow, { questions }: Facts): Answer['questions'] {
  return questions
    .filter(({ reportId }) => reportId === id)
    .map(({ at, to, channel, sentAt, failedAt }) => ({
      at,
      to: channel === 'text' ? `the number ending ${to?.slice(-3)}` : (to ?? ''),
      outcome: sentAt ? 'sent' : failedAt ? 'refused' : 'waiting',
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
