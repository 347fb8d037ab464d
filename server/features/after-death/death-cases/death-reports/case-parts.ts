import type { z } from 'zod';
import { statement } from '../../../../../shared/after-death/missing-for-approval.ts';
import type { StaffDeathReport } from '../../../../../shared/after-death/staff-death-reports.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import type { Facts } from './case-facts.ts';
import { isUnderReview } from './death-report-state.ts';
import type { DeathReportRow } from './death-reports.table.ts';

export type Answer = z.output<typeof StaffDeathReport>;

export function assigneeOf(
  { assignedTo, assignedAt }: DeathReportRow,
  { assignees }: Facts,
): Answer['assignee'] {
  const member = assignees.find(({ id }) => id === assignedTo);
  return member ? { ...member, since: assignedAt } : null;
}

export function proofsOf(row: DeathReportRow, facts: Facts, member: UserRow) {
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

/**
 * The approvals of the current round, which count, and those of earlier rounds. Staff cannot read a
 * colleague's findings before they have written down their own.
 */
export function approvalsOf(
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

export function questionsOf({ id }: DeathReportRow, { questions }: Facts): Answer['questions'] {
  return questions
    .filter(({ reportId }) => reportId === id)
    .map(({ at, to, channel, sentAt, failedAt }) => ({
      at,
      to: channel === 'text' ? `the number ending ${to?.slice(-3)}` : (to ?? ''),
      outcome: sentAt ? 'sent' : failedAt ? 'refused' : 'waiting',
    }));
}
