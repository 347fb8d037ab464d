import { z } from 'zod';
import { allOrNone, instantInQuery, pageLimit, searchedText } from '../list-query.ts';
import { CalendarDay, Id, Instant, Reason } from '../values.ts';
import { Proof, ReporterRelationship } from './death-reports.ts';
import { TrustedAnswer } from './trusted-access.ts';

// What staff see of a report, and do about it.
//
//   GET    /api/admin/death-reports                            the queue
//   GET    /api/admin/death-reports/:id
//   GET    /api/admin/death-reports/:id/window                 the objection window
//   POST   /api/admin/death-reports/:id/proofs/:proofId/view   { reason }; returns the file
//   POST   /api/admin/death-reports/:id/other-evidence/view    { reason }
//   POST   /api/admin/death-reports/:id/approvals              verifies the death; after a stop, begins a new window
//   POST   /api/admin/death-reports/:id/rejection
//   POST   /api/admin/death-reports/:id/stop                   ends the objection window; staff review the report again
//   POST   /api/admin/death-reports/:id/sign-set-aside         a sign of life after the release was not the owner's
//   PUT    /api/admin/death-reports/:id/assignee               says who of the staff looks after it
//   PUT    /api/admin/death-reports/:id/account                says whose account it is about

export const caseStates = [
  'draft',
  'awaiting_proof',
  'in_review',
  'objection_window',
  'stopped',
  'released',
  'revoked',
  'rejected',
  'closed',
] as const;
export const CaseState = z.enum(caseStates);
export type CaseState = z.output<typeof CaseState>;

/** Only its reporter sees a draft. */
const SentState = CaseState.exclude(['draft']);

export const StoppedBy = z.enum([
  'sign_in',
  'alive_link',
  'printed_code',
  'contact_alive',
  'contact_wait',
  'staff',
]);
export type StoppedBy = z.output<typeof StoppedBy>;

/** Whether it came from the owner, or in their name. */
export function isOwnersWord(by: StoppedBy | null): by is 'sign_in' | 'alive_link' | 'printed_code' {
  return by === 'sign_in' || by === 'alive_link' || by === 'printed_code';
}

const caseWarnings = [
  'no_account',
  'same_proof_elsewhere',
  'reporter_was_wrong_before',
  'reporter_uses_owners_address',
  'reporter_not_named',
  'signed_in_since',
  'deletion_asked_since',
  'deletion_asked_before',
  'died_before_birth',
  'alive_after_release',
  'waits_for_mail',
  'unscanned_proof',
  'damaged_proof',
  'unopenable_proof',
  'sign_of_life',
] as const;
const CaseWarning = z.enum(caseWarnings);
export type CaseWarning = z.output<typeof CaseWarning>;

export const WarningAnswers = z.partialRecord(CaseWarning, Reason);
export type WarningAnswers = z.output<typeof WarningAnswers>;

/** Who of the staff opened something in this round. */
const Views = z.array(z.object({ by: Id, name: z.string(), at: Instant }));

const CaseAct = z.enum(['approve', 'reject', 'choose-account', 'stop', 'set-sign-aside']);
export type CaseAct = z.output<typeof CaseAct>;

export const StaffDeathReport = z.object({
  id: Id,
  state: SentState,
  person: z.object({ name: z.string(), email: z.string().nullable() }),
  dateOfDeath: CalendarDay,
  isDateApproximate: z.boolean(),
  reporter: z.object({
    name: z.string(),
    email: z.string(),
    relationship: ReporterRelationship,
    userId: Id.nullable(),
    /** Other reports from this address, and how many of those ended with a sign of life. */
    otherReports: z.number(),
    endedBySignOfLife: z.number(),
  }),
  /** Null if no account is known. */
  account: z
    .object({
      id: Id,
      name: z.string(),
      email: z.string(),
      dateOfBirth: CalendarDay.nullable(),
      createdAt: Instant,
      lastSignInAt: Instant.nullable(),
      /** When its deletion was asked for. */
      deletionAskedAt: Instant.nullable(),
    })
    .nullable(),
  proofs: z.array(
    Proof.extend({
      isVerified: z.boolean(),
      /** The malware scanner did not answer when the file came. */
      isUnscanned: z.boolean(),
      /** It cannot be read to its end. */
      isDamaged: z.boolean(),
      views: Views,
      /** Reports about other accounts, or about nobody known, that came with the identical file. */
      sameFileIn: z.array(z.object({ reportId: Id, personName: z.string() })),
    }),
  ),
  hasOtherEvidence: z.boolean(),
  otherEvidenceViews: Views,
  /** What the member of staff who asks has opened in this round, and what nobody can open; see missing-for-approval.ts. */
  opened: z.array(z.string()),
  unopenable: z.array(z.string()),
  otherReports: z.array(z.object({ id: Id, state: CaseState, submittedAt: Instant.nullable() })),
  round: z.number(),
  /** `note` and `answers` are null until the member who asks has approved it as well, or no approval is needed any more. */
  approvals: z.array(
    z.object({
      by: Id,
      name: z.string(),
      note: z.string().nullable(),
      answers: WarningAnswers.nullable(),
      at: Instant,
    }),
  ),
  /** From earlier rounds: they no longer count. */
  earlierApprovals: z.array(z.object({ by: Id, name: z.string(), round: z.number(), at: Instant })),
  /** When the owner was asked whether they are alive, where, and whether the message left. */
  questions: z.array(
    z.object({
      at: Instant,
      to: z.string(),
      outcome: z.enum(['sent', 'waiting', 'refused']),
    }),
  ),
  approvalsNeeded: z.number(),
  submittedAt: Instant,
  proofReceivedAt: Instant.nullable(),
  /** By when it has to be read, as the reporter was told. */
  reviewDueAt: Instant.nullable(),
  isLate: z.boolean(),
  verifiedAt: Instant.nullable(),
  objectionEndsAt: Instant.nullable(),
  stoppedAt: Instant.nullable(),
  stoppedBy: StoppedBy.nullable(),
  /** What trusted contacts said in the objection window or later, in their own words. */
  contactAnswers: z.array(
    z.object({ id: Id, name: z.string(), answer: TrustedAnswer, note: z.string().nullable(), at: Instant }),
  ),
  /** Who of the staff looks after it, and since when. Others may still act on it. */
  assignee: z.object({ id: Id, name: z.string(), since: Instant.nullable() }).nullable(),
  rejectedAt: Instant.nullable(),
  rejectionNote: z.string().nullable(),
  /** When the reporter was told that we cannot go on; until then the report looks to them as if it is still being read. */
  answeredAt: Instant.nullable(),
  releasedAt: Instant.nullable(),
  /** What the report led to; see releases.ts. */
  releaseId: Id.nullable(),
  revokedAt: Instant.nullable(),
  warnings: z.array(CaseWarning),
  /** What can be done in its present state; by this member of staff only if there is no `obstacle`. */
  acts: z.array(CaseAct),
  /** Why the member of staff who asks may not decide here or open a proof, in a sentence. */
  obstacle: z.string().nullable(),
  /** Why this member cannot verify it yet, though they may do everything else. */
  approvalObstacle: z.string().nullable(),
  /** Who of the staff decides here; null in a list. */
  deciders: z
    .array(
      z.object({
        id: Id,
        name: z.string(),
        approvedAt: Instant.nullable(),
        obstacle: z.string().nullable(),
      }),
    )
    .nullable(),
});
export type StaffDeathReport = z.input<typeof StaffDeathReport>;

const staffDeathReportsPerPage = 50;

export const StaffDeathReportQuery = z
  .object({
    /** Without one, all reports on which staff have to decide; with a text and no state, all that were sent. */
    state: SentState.optional(),
    /** Any part of a name or address of the person or the reporter, or of an id; at least three letters. */
    q: searchedText.optional(),
    /** Those of the member who asks, or those that are nobody's. */
    assignee: z.enum(['me', 'nobody']).optional(),
    limit: pageLimit(staffDeathReportsPerPage),
    afterRank: z.coerce.number().int().min(0).max(1).optional(),
    afterSubmitted: instantInQuery,
    after: Id.optional(),
  })
  .refine(...allOrNone('afterRank', 'afterSubmitted', 'after'));
export type StaffDeathReportQuery = z.output<typeof StaffDeathReportQuery>;

/** Reports whose owner is alive after the release come first (rank 0), then the longest waiting. */
export const StaffDeathReportList = z.object({
  reports: z.array(StaffDeathReport),
  next: z.object({ afterRank: z.number(), afterSubmitted: Instant, after: Id }).nullable(),
});
export type StaffDeathReportList = z.input<typeof StaffDeathReportList>;
