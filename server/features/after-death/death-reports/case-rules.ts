import type { CaseAct, CaseWarning, SeenReport } from '../../../../shared/after-death/staff-death-reports.ts';
import { AppError } from '../../../platform/errors.ts';
import type { UserRow } from '../../accounts/accounts/accounts.table.ts';
import { isAliveAfterRelease, isBeforeStaff } from './death-report-state.ts';
import type { DeathReportRow } from './death-reports.table.ts';

/** What staff may do to a report as it is. */
export function actsOn(row: DeathReportRow): CaseAct[] {
  const isOpen = isBeforeStaff(row) || row.state === 'awaiting_proof';
  const may: Record<CaseAct, boolean> = {
    approve: isBeforeStaff(row) && row.userId !== null,
    reject: isOpen,
    // Once it was verified it is about the account that was verified.
    'choose-account': isOpen && row.verifiedAt === null,
    stop: row.state === 'objection_window',
    'set-sign-aside': isAliveAfterRelease(row),
  };
  return (Object.keys(may) as CaseAct[]).filter((act) => may[act]);
}

/** 409 where `act` does not fit the state of the report. */
export function requireAct(act: CaseAct, row: DeathReportRow): void {
  if (actsOn(row).includes(act)) return;
  throw new AppError('conflict', `This cannot be done with a report in this state: ${row.state}`);
}

/** What staff should look at before they decide. */
export function warningsOf(
  row: DeathReportRow,
  account: UserRow | undefined,
  {
    sameProofs,
    endedBySignOfLife,
    isReporterUnnamed,
    isWaitingForMail,
    hasUnscannedProof,
  }: {
    sameProofs: number;
    endedBySignOfLife: number;
    isReporterUnnamed: boolean;
    isWaitingForMail: boolean;
    hasUnscannedProof: boolean;
  },
): CaseWarning[] {
  const holds: Record<CaseWarning, boolean> = {
    no_account: !account,
    same_proof_elsewhere: sameProofs > 0,
    reporter_was_wrong_before: endedBySignOfLife > 0,
    reporter_uses_owners_address: account?.email.toLowerCase() === row.reporterEmail.toLowerCase(),
    reporter_not_named: isReporterUnnamed,
    signed_in_since: isAfterDay(account?.lastSignInAt, row.dateOfDeath),
    died_before_birth: isBeforeBirth(row, account),
    alive_after_release: isAliveAfterRelease(row),
    waits_for_mail: isWaitingForMail,
    unscanned_proof: hasUnscannedProof,
  };
  return (Object.keys(holds) as CaseWarning[]).filter((warning) => holds[warning]);
}

export function isBeforeBirth({ dateOfDeath }: DeathReportRow, account: UserRow | undefined): boolean {
  return account?.dateOfBirth ? dateOfDeath < account.dateOfBirth : false;
}

/** Was it on a later day, wherever on earth the day of death was? */
function isAfterDay(instant: Date | null | undefined, day: string): boolean {
  return instant ? instant.toISOString().slice(0, 10) > day : false;
}

/** 409, with a sentence for each thing that changed since staff looked. */
export function requireUnchanged(
  seen: SeenReport,
  row: DeathReportRow,
  { approvals, proofs }: { approvals: number; proofs: number },
): void {
  const fields = {
    ...(seen.state !== row.state && { state: `It was ${seen.state}, and is ${row.state} now` }),
    ...(seen.round !== row.round && { round: 'There was a sign of life or another account meanwhile' }),
    ...(seen.approvals !== approvals && {
      approvals: `There were ${seen.approvals} approvals, and are ${approvals} now`,
    }),
    ...(seen.proofs !== proofs && { proofs: `There were ${seen.proofs} proofs, and are ${proofs} now` }),
  };
  if (Object.keys(fields).length === 0) return;
  throw new AppError('conflict', 'This report changed while you were looking at it. Nothing was done.', {
    fields,
  });
}
