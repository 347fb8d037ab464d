import { z } from 'zod';
import { Id, Reason } from '../values.ts';
import { CaseState, WarningAnswers } from './staff-death-reports.ts';

const Seen = z.object({
  state: CaseState,
  round: z.number().int().min(1),
  approvals: z.number().int().min(0),
  proofs: z.number().int().min(0),
});
export type SeenReport = z.output<typeof Seen>;

export const ProofView = z.object({ reason: Reason });
export const ProofParams = z.object({ id: Id, proofId: Id });
export const OtherEvidence = z.object({ text: z.string() });

export const StaffReportChange = z.object({ reason: Reason, seen: Seen });
/** 409 with a field for each proof that this member has not opened in this round, and for each warning without an answer. */
export const StaffApproval = StaffReportChange.extend({ warnings: WarningAnswers.default({}) });
/** `stoppedAt` identifies the sign of life that staff looked into. */
export const StaffSignSetAside = StaffReportChange.extend({
  stoppedAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
});
/** `note` is sent to the reporter, after the words that everybody gets. */
export const StaffRejection = StaffReportChange.extend({
  note: z
    .union([z.literal(''), Reason])
    .nullish()
    .transform((note) => note || null),
});
export const StaffAssignment = z.object({
  reason: Reason,
  assigneeId: Id.nullable(),
  seen: z.object({ assigneeId: Id.nullable() }),
});
export const StaffAccountChoice = StaffReportChange.extend({ userId: Id });
