import type { CaseState } from '../../../../../shared/after-death/staff-death-reports.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { tellOwnerOfCorrectionsLater } from '../contacts/corrections.ts';
import { inviteContactsLater } from '../contacts/invite.ts';
import { tellContactsLater } from '../contacts/tell-contacts.ts';
import { isAliveAfterRelease } from './death-report-state.ts';
import type { DeathReportRow } from './death-reports.table.ts';
import { mailReporterLater, type ReporterMail, tellStaffLater } from './tell.ts';

export async function tell(
  tx: Tx,
  services: Services,
  before: DeathReportRow,
  after: DeathReportRow,
): Promise<void> {
  const isNew = after.state !== before.state;
  const mail = mailToReporter(before, after);
  if (mail) await mailReporterLater(tx, services, after, mail);
  switch (after.state) {
    case 'in_review':
      if (isNew) await tellStaffLater(tx, services, after, 'waits');
      break;
    case 'objection_window':
      if (isNew) await inviteContactsLater(tx, services, after, { kind: 'trusted-contact-window' });
      break;
    case 'rejected':
      if (isNew) await tellContactsLater(tx, services, after, 'trusted-contact-ended');
      break;
    case 'closed':
      if (isNew) await tellContactsLater(tx, services, after, 'trusted-contact-ended');
      if (isNew) await tellStaffLater(tx, services, after, 'closed');
      else if (!after.answeredAt) await tellStaffLater(tx, services, after, 'proof-after-sign');
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

const mailOnEntering: Partial<Record<CaseState, ReporterMail>> = {
  objection_window: 'death-report-verified',
  stopped: 'death-report-stopped',
  released: 'death-report-released',
};

/** Until the death is verified, what reporters hear and when depends only on what they sent. */
function mailToReporter(before: DeathReportRow, after: DeathReportRow): ReporterMail | undefined {
  if (!before.submittedAt || (!before.proofReceivedAt && after.proofReceivedAt))
    return 'death-report-received';
  if (after.answeredAt && !before.answeredAt) return 'death-report-rejected';
  return after.state === before.state ? undefined : mailOnEntering[after.state];
}
