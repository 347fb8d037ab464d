import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { DeathReport } from '../../../../../shared/after-death/death-reports.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { deathCertificates } from './death-reports.table.ts';
import { forgetPreviews } from './proof-files.ts';
import { toAnswer } from './report-answers.ts';
import { lockReport, requireConfirmed } from './report-rows.ts';
import { applyEvent, proofArrived } from './transitions.ts';

/**
 * Sends a report. A worker looks up the account a moment later, so that neither the response nor its duration
 * reveals whether there is one. 409 before the address is confirmed; sending it twice changes nothing.
 */
export function submitReport(services: Services, token: string): Promise<z.output<typeof DeathReport>> {
  return inTransaction(services.db, async (tx) => {
    const report = await lockReport(tx, token);
    requireConfirmed(report);
    const proofs = await tx.$count(deathCertificates, eq(deathCertificates.reportId, report.id));
    const hasProof = proofs > 0 || report.otherEvidence !== null;
    const event = { ...proofArrived(services, report), kind: 'submitted', hasProof } as const;
    const after = await applyEvent(tx, services, report, event);
    await forgetPreviews(tx, report.id);
    return toAnswer(tx, services, after ?? report);
  });
}
