import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { readDatabaseTime } from '../../../platform/database-time.ts';
import { endSubscriptions } from '../../billing/subscriptions/subscriptions.ts';
import { type AuditAction, record } from '../../system/audit/audit.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import {
  inviteContactsLater,
  tellContactsLater,
  tellOwnerOfCorrectionsLater,
} from '../trusted-access/trusted-access.ts';
import { afterEvent, isAliveAfterRelease, type ReportEvent } from './death-report-state.ts';
import type { DeathReportRow } from './death-reports.table.ts';
import { updateLapseClock } from './lapse-clock.ts';
import { reviewDue } from './outlook.ts';
import { updateReport } from './report-rows.ts';
import { mailReporterLater, tellStaffLater } from './tell.ts';

const actions: Record<ReportEvent['kind'], AuditAction> = {
  submitted: 'death-report.submitted',
  'proof-received': 'death-report.proof-received',
  approved: 'death-report.verified',
  rejected: 'death-report.rejected',
  'sign-of-life': 'death-report.sign-of-life',
  'stopped-by-staff': 'death-report.stopped',
  asked: 'death-report.owner-asked',
  'asked-late': 'death-report.owner-asked',
  'sign-set-aside': 'death-report.sign-set-aside',
  'window-ended': 'death-report.released',
  'release-revoked': 'death-report.revoked',
};

/**
 * Applies `event` to a locked report, with its audit entry and the mails that go with it. Undefined where it changes nothing. An act of
 * staff, `by`, writes an entry of its own as well, with its reason.
 */
export async function applyEvent(
  tx: Tx,
  services: Services,
  before: DeathReportRow,
  event: ReportEvent,
  by = 'system',
): Promise<DeathReportRow | undefined> {
  const now = await readDatabaseTime(tx, services.clock);
  const changes = afterEvent(before, event, now);
  if (!changes) return undefined;
  const after = await updateReport(tx, before.id, changes);
  await record(tx, now, {
    action: actions[event.kind],
    actor: by,
    subjectId: after.id,
    ...(after.userId && { userId: after.userId }),
    details: { from: before.state, to: after.state, ...(event.kind === 'sign-of-life' && { by: event.by }) },
  });
  // Money respects death: from here on nothing more is charged, whatever comes of the report.
  if (after.userId && after.state === 'objection_window' && before.state !== after.state)
    await endSubscriptions(tx, services, after.userId, 'death');
  if (after.userId && after.state !== before.state) await updateLapseClock(tx, services, after.userId);
  await tell(tx, services, before, after);
  await announceToStaff(tx);
  return after;
}

async function tell(
  tx: Tx,
  services: Services,
  before: DeathReportRow,
  after: DeathReportRow,
): Promise<void> {
  const isNew = after.state !== before.state;
  switch (after.state) {
    case 'awaiting_proof':
      await mailReporterLater(tx, services, after, 'death-report-received');
      break;
    case 'in_review':
      await mailReporterLater(tx, services, after, 'death-report-received');
      await tellStaffLater(tx, services, after, 'waits');
      break;
    case 'objection_window':
      if (!isNew) break;
      await mailReporterLater(tx, services, after, 'death-report-verified');
      await inviteContactsLater(tx, services, after, { kind: 'trusted-contact-window' });
      break;
    case 'rejected':
      await mailReporterLater(tx, services, after, 'death-report-rejected');
      await tellContactsLater(tx, services, after, 'trusted-contact-ended');
      break;
    case 'closed':
      await mailReporterLater(tx, services, after, 'death-report-closed');
      await tellContactsLater(tx, services, after, 'trusted-contact-ended');
      await tellStaffLater(tx, services, after, 'closed');
      break;
    case 'stopped':
      if (!isNew) break;
      await tellContactsLater(tx, services, after, 'trusted-contact-stopped');
      if (after.stoppedBy !== 'staff') await tellStaffLater(tx, services, after, 'stopped');
      break;
    case 'released':
      if (isNew) await inviteContactsLater(tx, services, after, { kind: 'trusted-contact-invited' });
      else if (isAliveAfterRelease(after)) await tellStaffLater(tx, services, after, 'too-late');
      break;
    case 'revoked':
      await tellOwnerOfCorrectionsLater(tx, services, after);
      break;
  }
}

/** That a proof has come, with the day by which it is read. */
export function proofArrived(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  { timezone }: Pick<DeathReportRow, 'timezone'>,
): { kind: 'proof-received'; reviewDueAt: Date } {
  const reviewDueAt = reviewDue(clock.now(), config.deathReports.reviewHours, timezone);
  return { kind: 'proof-received', reviewDueAt };
}
