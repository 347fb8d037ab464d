import { fullNameOf } from '../../../../../shared/names.ts';
import { probationObstacle } from '../../../accounts/auth/staff/staff.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { deletionAskedAt } from '../../../accounts/profile/profile.ts';
import { obstaclesTo } from '../who-may-act/who-may-act.ts';
import { approvalsNeeded } from './approvals.ts';
import { type Facts, factsOf, type Reading } from './case-facts.ts';
import { type Answer, approvalsOf, assigneeOf, proofsOf, questionsOf } from './case-parts.ts';
import { actsOn, warningsOf } from './case-rules.ts';
import { isContact } from './death-report-state.ts';
import type { DeathReportRow } from './death-reports.table.ts';

export async function toAnswers(
  services: Reading,
  member: UserRow,
  rows: DeathReportRow[],
): Promise<Answer[]> {
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

/** The window's time is up, but something else keeps it open. */
function isWindowOver({ clock }: Reading, { state, objectionEndsAt }: DeathReportRow): boolean {
  return state === 'objection_window' && objectionEndsAt !== null && objectionEndsAt <= clock.now();
}

function toAccount(account: UserRow): Answer['account'] {
  const { id, email, dateOfBirth, createdAt, lastSignInAt } = account;
  const name = fullNameOf(account);
  return {
    ...{ id, name, email, dateOfBirth, createdAt, lastSignInAt },
    deletionAskedAt: deletionAskedAt(account),
  };
}
