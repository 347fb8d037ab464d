import type { CaseFacts } from '../server/features/after-death/death-cases/death-reports/death-report-state.ts';

/** A report of a death that is not sent yet; its reporter's address was confirmed at `confirmedAt`. */
export function draftFacts(confirmedAt: Date): CaseFacts {
  return {
    state: 'draft',
    userId: 'ruth',
    round: 1,
    confirmedAt,
    submittedAt: null,
    unsettledSince: null,
    proofReceivedAt: null,
    notBefore: null,
    reviewDueAt: null,
    verifiedAt: null,
    objectionEndsAt: null,
    nextAskAt: null,
    askCount: 0,
    stoppedAt: null,
    stoppedBy: null,
    signSetAsideAt: null,
    rejectedAt: null,
    rejectedBy: null,
    rejectionNote: null,
    answeredAt: null,
    releasedAt: null,
    revokedAt: null,
  };
}
