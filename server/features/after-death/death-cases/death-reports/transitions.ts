import { eq } from 'drizzle-orm';
import type { CaseState } from '../../../../../shared/after-death/staff-death-reports.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { renewGrace } from '../../../accounts/profile/profile.ts';
import { endSubscriptions } from '../../../billing/subscriptions/subscriptions.ts';
import { type AuditAction, record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { reviewDue } from './deadlines.ts';
import { afterEvent, isContact, type ReportEvent } from './death-report-state.ts';
import { type DeathReportRow, deathReports } from './death-reports.table.ts';
import { updateLapseClock } from './lapse-clock.ts';
import { tell } from './news.ts';
import { endQuestion } from './open-question.ts';
import { updateReport } from './report-rows.ts';

const actions: Record<ReportEvent['kind'], AuditAction> = {
  submitted: 'death-report.submitted',
  'proof-received': 'death-report.proof-received',
  approved: 'death-report.verified',
  rejected: 'death-report.rejected',
  answered: 'death-report.answered',
  'sign-of-life': 'death-report.sign-of-life',
  'account-leaving': 'death-report.reopened',
  'stopped-by-staff': 'death-report.stopped',
  asked: 'death-report.owner-asked',
  'question-sent': 'death-report.owner-asked',
  'sign-set-aside': 'death-report.sign-set-aside',
  'database-restored': 'death-report.window-restarted',
  'window-ended': 'death-report.released',
  'release-revoked': 'death-report.revoked',
};

/** Nothing is released because of these. */
const ended: readonly CaseState[] = ['closed', 'rejected', 'revoked'];

/**
 * Applies `event` to a locked report, with its audit entry and mails. Undefined if it changes nothing. A
 * staff action, `by`, also gets an audit entry of its own, with its reason.
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
  await settle(tx, services, after, event, before);
  await tell(tx, services, before, after);
  await announceToStaff(tx);
  return after;
}

/**
 * Applies the consequences for the account. After a reporter's request they are left to a worker, so that the
 * response takes no longer if there is an account.
 */
async function settle(
  tx: Tx,
  services: Services,
  { userId, state }: DeathReportRow,
  event: ReportEvent,
  before: DeathReportRow,
): Promise<void> {
  if (!userId || event.kind === 'submitted' || event.kind === 'proof-received') return;
  // From here on nothing more is charged, whatever becomes of the report.
  if (state === 'objection_window' && before.state !== state)
    await endSubscriptions(tx, services, userId, 'death');
  if (state !== before.state) await updateLapseClock(tx, services, userId);
  // Time for a better proof, and for an owner who lives to take the deletion back.
  if (state !== before.state && ended.includes(state))
    await renewGrace(tx, services, { userId, hasProof: before.proofReceivedAt !== null });
  if (event.kind === 'sign-of-life' && !isContact(event.by)) await endQuestion(tx, services, userId);
}

/** The event of a proof arriving, with the day by which it is to be read. */
export function proofArrived(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  { timezone }: Pick<DeathReportRow, 'timezone'>,
): { kind: 'proof-received'; reviewDueAt: Date; objectionHours: number } {
  const { reviewHours, objectionHours } = config.deathReports;
  return {
    kind: 'proof-received',
    reviewDueAt: reviewDue(clock.now(), reviewHours, timezone),
    objectionHours,
  };
}

/** This member of staff revoked the release that the report led to. Another report may still lead to another release. */
export async function markRevoked(tx: Tx, services: Services, reportId: string, by: string): Promise<void> {
  const [report] = await tx.select().from(deathReports).where(eq(deathReports.id, reportId)).for('update');
  if (report) await applyEvent(tx, services, report, { kind: 'release-revoked' }, by);
}
