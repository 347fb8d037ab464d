import type { z } from 'zod';
import type {
  BegunDeathReport,
  DeathReport,
  DeathReportChanges,
  DeathReportForm,
} from '../../../../../shared/after-death/death-reports.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import { hashToken } from '../../../../platform/random.ts';
import { serviceTimezone } from './deadlines.ts';
import { type DeathReportRow, deathReports } from './death-reports.table.ts';
import { readOtherEvidence, sealEvidence, toAnswer } from './report-answers.ts';
import { mailCodeLater } from './report-codes.ts';
import {
  aliveToken,
  findReport,
  lockDraft,
  lockReport,
  reportToken,
  requireConfirmed,
  requireOpen,
  updateReport,
} from './report-rows.ts';
import { applyEvent, proofArrived } from './transitions.ts';

type NewReport = typeof deathReports.$inferInsert;

/** Begins a report and mails the code. Nobody looks up yet whether the person has an account. */
export function beginReport(
  services: Services,
  form: DeathReportForm,
  reporterUserId: string | undefined,
): Promise<z.output<typeof BegunDeathReport>> {
  return inTransaction(services.db, async (tx) => {
    const id = newId();
    const token = reportToken(services, id);
    const [row] = await tx
      .insert(deathReports)
      .values({
        ...columnsOf(form),
        id,
        tokenHash: hashToken(token),
        aliveTokenHash: hashToken(aliveToken(services, id)),
        reporterUserId: reporterUserId ?? null,
        timezone: form.timezone ?? serviceTimezone,
        createdAt: services.clock.now(),
      })
      .returning();
    const mailed = await mailCodeLater(tx, services, requireFound(row));
    return { token, report: await toAnswer(tx, services, mailed) };
  });
}

/** An answer without a column of the same name would not be saved, so it does not compile here. */
function columnsOf({ personName, personEmail, timezone: _, ...form }: DeathReportForm) {
  const answers: Pick<NewReport, keyof typeof form> = form;
  return { ...answers, deceasedName: personName, deceasedEmail: personEmail ?? null };
}

/**
 * Changes answers. Sends a code to a new address of the reporter, if `limitCodes` allows it. 409 once the
 * report was sent: from then on staff rely on it.
 */
export async function changeReport(
  services: Services,
  token: string,
  { personName, personEmail, ...changes }: DeathReportChanges,
  limitCodes: () => Promise<void>,
): Promise<z.output<typeof DeathReport>> {
  const seen = await findReport(services.db, token);
  if (isOther(seen, changes.reporterEmail)) await limitCodes();
  return inTransaction(services.db, async (tx) => {
    const row = await lockDraft(tx, token);
    const isOtherAddress = isOther(row, changes.reporterEmail);
    // Another request changed the address at the same moment, so `limitCodes` may not have counted this one.
    if (isOtherAddress && row.reporterEmail !== seen.reporterEmail)
      throw new AppError('conflict', 'This report was changed in the meantime. Please try again.');
    const changed = await updateReport(tx, row.id, {
      ...changes,
      ...(personName !== undefined && { deceasedName: personName }),
      ...(personEmail !== undefined && { deceasedEmail: personEmail }),
      ...(isOtherAddress && { confirmedAt: null }),
    });
    if (isOtherAddress) await mailCodeLater(tx, services, changed);
    return toAnswer(tx, services, changed);
  });
}

function isOther({ reporterEmail }: DeathReportRow, wanted: string | undefined): boolean {
  return wanted !== undefined && wanted.toLowerCase() !== reporterEmail.toLowerCase();
}

/**
 * Stores the reporter's statement in place of a certificate; sealed. An empty one removes it. If the report was sent
 * without a proof, the statement goes to staff. 409 once staff have decided, and for a different text once one was sent.
 */
export function saveOtherEvidence(
  services: Services,
  token: string,
  text: string,
): Promise<z.output<typeof DeathReport>> {
  return inTransaction(services.db, async (tx) => {
    const row = await lockReport(tx, token);
    requireConfirmed(row);
    requireOpen(row);
    const isSame = text !== '' && readOtherEvidence(services, row) === text;
    // Staff weigh what was sent: it can be added later, but not taken back.
    if (row.submittedAt && row.otherEvidence && !isSame)
      throw new AppError('conflict', 'This has already been sent. You can add a file with what is new.');
    const otherEvidence = text ? sealEvidence(services, row.id, text) : null;
    if (isSame) return toAnswer(tx, services, row);
    const saved = await updateReport(tx, row.id, { otherEvidence });
    const after = text ? await applyEvent(tx, services, saved, proofArrived(services, saved)) : undefined;
    return toAnswer(tx, services, after ?? saved);
  });
}
