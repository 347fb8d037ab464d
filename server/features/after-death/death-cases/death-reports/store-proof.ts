import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import {
  type DeathReport,
  type ProofKind,
  type ProofMediaType,
  proofsPerReport,
} from '../../../../../shared/after-death/death-reports.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, isDatabaseUnavailable } from '../../../../platform/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import { seal, sealBytes } from '../../../../platform/sealed.ts';
import { StorageFullError } from '../../../../platform/storage/storage.ts';
import { type DeathCertificateRow, deathCertificates } from './death-reports.table.ts';
import type { CheckedProof } from './proof-checks.ts';
import { proofSeal, putSealed } from './proof-files.ts';
import { previewSeal, toAnswer } from './report-answers.ts';
import { lockReport, requireOpen } from './report-rows.ts';
import { applyEvent, proofArrived } from './transitions.ts';

export interface ReceivedProof {
  bytes: Buffer;
  mediaType: ProofMediaType;
  kind: ProofKind;
}

export async function storeProof(
  services: Services,
  {
    bytes,
    mediaType,
    kind,
    pages,
    preview,
    scan,
  }: ReceivedProof & CheckedProof & Pick<DeathCertificateRow, 'scan'>,
  token: string,
): Promise<z.output<typeof DeathReport>> {
  const { appSecret } = services;
  const id = newId();
  const key = `death-certificates/${id}`;
  const sealed = sealBytes(appSecret, proofSeal(id), bytes);
  const stored = await putSealed(services, key, sealed).catch((error: unknown) => {
    throw error instanceof StorageFullError ? noRoom(error) : error;
  });
  const file = {
    ...{ id, kind, mediaType, pages, scan },
    preview: preview && seal(appSecret, previewSeal(id), preview),
    storageKey: key,
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    storedBytes: stored.sizeBytes,
    storedSha256: stored.sha256,
  };
  try {
    return await recordProof(services, token, file);
  } catch (error) {
    await discard(services, key, error);
    throw error;
  }
}

type NewProof = Omit<
  typeof deathCertificates.$inferInsert,
  'reportId' | 'deceasedName' | 'submittedBy' | 'createdAt'
>;

function recordProof(
  services: Services,
  token: string,
  file: NewProof,
): Promise<z.output<typeof DeathReport>> {
  return inTransaction(services.db, async (tx) => {
    const report = await lockReport(tx, token);
    requireOpen(report);
    const ofReport = eq(deathCertificates.reportId, report.id);
    const isThere = and(ofReport, eq(deathCertificates.sha256, file.sha256));
    // Sent again because the response was lost.
    if ((await tx.$count(deathCertificates, isThere)) > 0)
      throw new AppError('conflict', 'We already have this file.', {
        fields: { file: 'We already have this file.' },
      });
    if ((await tx.$count(deathCertificates, ofReport)) >= proofsPerReport)
      throw new AppError('conflict', `We already have ${proofsPerReport} files, which is enough.`);
    await tx.insert(deathCertificates).values({
      ...file,
      preview: report.state === 'draft' ? file.preview : null,
      reportId: report.id,
      userId: report.userId,
      deceasedName: report.deceasedName,
      submittedBy: report.reporterEmail,
      createdAt: services.clock.now(),
    });
    const after = await applyEvent(tx, services, report, proofArrived(services, report));
    return toAnswer(tx, services, after ?? report);
  });
}

/** After a lost connection we cannot know whether a row refers to the file; the sweep for orphans finds out. */
async function discard({ storage, log }: Services, key: string, reason: unknown): Promise<void> {
  if (isDatabaseUnavailable(reason)) return;
  await storage
    .remove(key)
    .catch((err: unknown) => log.warn({ err, key }, 'could not remove a refused proof'));
}

function noRoom(cause: unknown): AppError {
  const message =
    'We have no room for this file at the moment. Please try again later; your answers are saved.';
  return new AppError('unavailable', message, { retryAfterSeconds: 300, cause });
}
