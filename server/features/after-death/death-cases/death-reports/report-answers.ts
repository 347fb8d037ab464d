import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { DeathReport, ReportState } from '../../../../../shared/after-death/death-reports.ts';
import type { CaseState } from '../../../../../shared/after-death/staff-death-reports.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import type { SealedColumn } from '../../../../platform/reseal.ts';
import { seal, unseal } from '../../../../platform/sealed.ts';
import { deadlinesFrom } from './deadlines.ts';
import { isBeingRead } from './death-report-state.ts';
import {
  type DeathCertificateRow,
  type DeathReportRow,
  deathCertificates,
  deathReports,
} from './death-reports.table.ts';
import { findReport } from './report-rows.ts';

/** To the reporter it looks the same whether staff or a sign of life ended it. */
const reporterStates: Record<CaseState, ReportState> = {
  draft: 'draft',
  awaiting_proof: 'awaiting_proof',
  in_review: 'in_review',
  objection_window: 'verified',
  stopped: 'stopped',
  released: 'verified',
  revoked: 'revoked',
  rejected: 'rejected',
  closed: 'rejected',
};

export function reporterState(row: DeathReportRow): ReportState {
  if (isBeingRead(row)) return row.proofReceivedAt ? 'in_review' : 'awaiting_proof';
  // Staff look at a report again whose reporter was told that we cannot go on.
  return row.state === 'in_review' ? 'rejected' : reporterStates[row.state];
}

/** The report as its reporter sees it. Before the death is verified, it says nothing about whether there is an account. */
export async function toAnswer(
  db: Queryable,
  services: Pick<Services, 'config' | 'clock' | 'appSecret'>,
  row: DeathReportRow,
): Promise<z.output<typeof DeathReport>> {
  const proofs = await db
    .select()
    .from(deathCertificates)
    .where(eq(deathCertificates.reportId, row.id))
    .orderBy(asc(deathCertificates.id));
  const deadlines = deadlinesFrom(services.config, row.proofReceivedAt ?? services.clock.now(), row.timezone);
  return {
    ...row,
    state: reporterState(row),
    personName: row.deceasedName,
    personEmail: row.deceasedEmail,
    emailConfirmed: row.confirmedAt !== null,
    proofs: proofs.map((proof) => ({
      ...proof,
      receivedAt: proof.createdAt,
      preview: row.state === 'draft' ? readPreview(services, proof) : null,
    })),
    otherEvidence: readOtherEvidence(services, row),
    deadlines: {
      ...deadlines,
      readBy: row.reviewDueAt ?? deadlines.readBy,
      deliveredFrom: row.proofReceivedAt && row.notBefore ? row.notBefore : deadlines.deliveredFrom,
    },
  };
}

function readPreview(
  { appSecret }: Pick<Services, 'appSecret'>,
  { id, preview }: DeathCertificateRow,
): string | null {
  return preview && `data:image/webp;base64,${unseal(appSecret, previewSeal(id), preview)}`;
}

export const previewSeal = (proofId: string) => ({ purpose: 'death-certificate-preview', subject: proofId });

export const proofPreviews: SealedColumn = {
  name: 'previews of proofs',
  table: deathCertificates,
  id: deathCertificates.id,
  column: deathCertificates.preview,
  sealedFor: previewSeal,
};

export async function readReport(services: Services, token: string): Promise<z.output<typeof DeathReport>> {
  return toAnswer(services.db, services, await findReport(services.db, token));
}

/** The reporter's statement in place of a certificate, as it is stored. */
export function sealEvidence(
  { appSecret }: Pick<Services, 'appSecret'>,
  reportId: string,
  text: string,
): string {
  return seal(appSecret, evidenceSeal(reportId), text);
}

export function readOtherEvidence(
  { appSecret }: Pick<Services, 'appSecret'>,
  { id, otherEvidence }: DeathReportRow,
): string | null {
  return otherEvidence && unseal(appSecret, evidenceSeal(id), otherEvidence);
}

const evidenceSeal = (reportId: string) => ({ purpose: 'death-report-evidence', subject: reportId });

export const reportEvidence: SealedColumn = {
  name: 'evidence of deaths in words',
  table: deathReports,
  id: deathReports.id,
  column: deathReports.otherEvidence,
  sealedFor: evidenceSeal,
};
