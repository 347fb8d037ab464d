import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { type AuditAction, record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { requireMayDecide } from '../who-may-act/who-may-act.ts';
import { concernedBy } from './case-rules.ts';
import { type DeathReportRow, proofViews } from './death-reports.table.ts';
import { noteState, openBytes } from './open-proof.ts';
import type { ShowableProof } from './proof-checks.ts';
import { findProof } from './proof-files.ts';
import { readOtherEvidence } from './report-answers.ts';
import { lockReportById } from './report-rows.ts';

interface View {
  member: UserRow;
  reportId: string;
  reason: string;
}

/**
 * Returns the file of a proof, and records who opened it, when and why: handing out the bytes counts as
 * opening it. 409 if it cannot be opened; the report then has a warning about it.
 */
export async function viewProof(
  services: Services,
  { proofId, ...by }: View & { proofId: string },
): Promise<ShowableProof> {
  const { db } = services;
  const proof = await inTransaction(db, async (tx) => {
    const { id } = await lockForView(tx, by);
    return findProof(tx, id, proofId);
  });
  const opened = await openBytes(services, proof);
  await inTransaction(db, async (tx) => {
    const report = await lockForView(tx, by);
    await findProof(tx, report.id, proofId);
    await noteState(tx, services, proof, opened);
    if ('refusal' in opened)
      await recordView(tx, services, 'death-report.proof-not-opened', { ...by, report, proofId });
    else await countView(tx, services, { ...by, report, proofId });
  });
  if ('refusal' in opened) throw opened.refusal;
  return opened.shown;
}

/** Returns the reporter's statement in place of a certificate, and records who read it. 404 if there is none. */
export function viewOtherEvidence(services: Services, by: View): Promise<{ text: string }> {
  return inTransaction(services.db, async (tx) => {
    const report = await lockForView(tx, by);
    const text = requireFound(readOtherEvidence(services, report) ?? undefined, 'This statement');
    await countView(tx, services, { ...by, report, proofId: null });
    return { text };
  });
}

async function lockForView(tx: Tx, { member, reportId }: View): Promise<DeathReportRow> {
  const report = await lockReportById(tx, reportId);
  await requireMayDecide(tx, member.id, concernedBy(report));
  return report;
}

type Viewed = View & { report: DeathReportRow; proofId: string | null };

async function countView(tx: Tx, services: Services, viewed: Viewed): Promise<void> {
  const { member, report, proofId } = viewed;
  const viewedAt = services.clock.now();
  await tx
    .insert(proofViews)
    .values({ reportId: report.id, proofId, round: report.round, staffId: member.id, viewedAt });
  await recordView(
    tx,
    services,
    proofId ? 'death-report.proof-viewed' : 'death-report.evidence-viewed',
    viewed,
  );
}

async function recordView(
  tx: Tx,
  { clock }: Services,
  action: AuditAction,
  { member, report, proofId, reason }: Viewed,
): Promise<void> {
  await record(tx, clock.now(), {
    action,
    actor: member.id,
    subjectId: report.id,
    ...(report.userId && { userId: report.userId }),
    ...(proofId && { details: { proofId } }),
    reason,
  });
  await announceToStaff(tx);
}
