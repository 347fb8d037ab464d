import type { CaseAct, CaseWarning } from '../../../../../shared/after-death/staff-death-reports.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import type { Concerned } from '../who-may-act/who-may-act.ts';
import { isAskedSince } from './asked-since.ts';
import { isAliveAfterRelease, isUnderReview } from './death-report-state.ts';
import type { DeathCertificateRow, DeathReportRow } from './death-reports.table.ts';

export function actsOn(row: DeathReportRow): CaseAct[] {
  const isOpen = isUnderReview(row) || row.state === 'awaiting_proof';
  const may: Record<CaseAct, boolean> = {
    approve: isUnderReview(row) && row.userId !== null,
    reject: isOpen,
    // A verified report stays with the account for which it was verified.
    'choose-account': isOpen && row.verifiedAt === null,
    stop: row.state === 'objection_window',
    'set-sign-aside': isAliveAfterRelease(row),
  };
  return (Object.keys(may) as CaseAct[]).filter((act) => may[act]);
}

export function requireAct(act: CaseAct, row: DeathReportRow): void {
  if (actsOn(row).includes(act)) return;
  throw new AppError('conflict', `This cannot be done with a report in this state: ${row.state}`);
}

export function warningsOf(
  row: DeathReportRow,
  account: UserRow | undefined,
  {
    sameProofs,
    endedBySignOfLife,
    isReporterUnnamed,
    isWaitingForMail,
    proofs,
  }: {
    sameProofs: number;
    endedBySignOfLife: number;
    isReporterUnnamed: boolean;
    isWaitingForMail: boolean;
    proofs: readonly Pick<DeathCertificateRow, 'scan' | 'damagedAt' | 'unopenableAt'>[];
  },
): CaseWarning[] {
  const holds: Record<CaseWarning, boolean> = {
    no_account: !account,
    same_proof_elsewhere: sameProofs > 0,
    reporter_was_wrong_before: endedBySignOfLife > 0,
    reporter_uses_owners_address: account?.email.toLowerCase() === row.reporterEmail.toLowerCase(),
    reporter_not_named: isReporterUnnamed,
    signed_in_since: isAfterDay(account?.lastSignInAt, row.dateOfDeath),
    deletion_asked_since: isAskedSince(account, row) === true,
    deletion_asked_before: isAskedSince(account, row) === false,
    died_before_birth: isBeforeBirth(row, account),
    alive_after_release: isAliveAfterRelease(row),
    waits_for_mail: isWaitingForMail,
    unscanned_proof: proofs.some(({ scan }) => scan === 'unscanned'),
    damaged_proof: proofs.some(({ damagedAt }) => damagedAt !== null),
    unopenable_proof: proofs.some(({ unopenableAt }) => unopenableAt !== null),
    sign_of_life: isUnderReview(row) && row.stoppedBy !== null,
  };
  return (Object.keys(holds) as CaseWarning[]).filter((warning) => holds[warning]);
}

export function isBeforeBirth({ dateOfDeath }: DeathReportRow, account: UserRow | undefined): boolean {
  return account?.dateOfBirth ? dateOfDeath < account.dateOfBirth : false;
}

/** Whether the instant falls after this day in every time zone. */
function isAfterDay(instant: Date | null | undefined, day: string): boolean {
  return instant ? instant.toISOString().slice(0, 10) > day : false;
}

/** Who may decide depends on whose case it is. */
export function concernedBy({ id: reportId, userId: ownerId }: DeathReportRow): Concerned {
  return { ownerId, reportId };
}
