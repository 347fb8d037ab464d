import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  type DeathReport,
  ProofKind,
  type ProofMediaType,
  proofMaxBytes,
  proofTooLarge,
} from '../../../../../shared/after-death/death-reports.ts';
import { eraseFiles } from '../../../../job-list.ts';
import { createConcurrencyLimit } from '../../../../platform/concurrency-limit.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { AppError, fieldError } from '../../../../platform/errors.ts';
import { type ArrivingFile, parseFields, readForm } from '../../../../platform/http/multipart-form.ts';
import { deathCertificates } from './death-reports.table.ts';
import { checkProof, declaredType } from './proof-checks.ts';
import { findProof } from './proof-files.ts';
import { toAnswer } from './report-answers.ts';
import { findReport, lockDraft, requireConfirmed, requireOpen } from './report-rows.ts';
import { scanProof } from './scan-proof.ts';
import { type ReceivedProof, storeProof } from './store-proof.ts';

const ProofFields = z.object({ kind: ProofKind });

/** A proof is held in memory as a whole, since only its end may show that it is unreadable. At most this many at once per process. */
const limit = createConcurrencyLimit({ concurrency: 4, maxWaitingPerKey: 1, maxWaiting: 50 });

/**
 * Receives a proof for a report whose address is confirmed, checks it, and stores it sealed and unchanged, with the hash of the bytes as
 * they came. 400 if `checkProof` or the malware scanner refuses it; 409 once the report was answered or has enough proofs; 413 above 10 MB.
 */
export async function receiveProof(
  services: Services,
  request: FastifyRequest,
  token: string,
): Promise<z.output<typeof DeathReport>> {
  const report = await findReport(services.db, token);
  requireConfirmed(report);
  requireOpen(report);
  return limit.run(report.id, async () => {
    const proof = await readProof(request);
    const checked = await checkProof(services, report.id, proof.bytes, proof.mediaType);
    const scan = await scanProof(services, proof.bytes);
    return storeProof(services, { ...proof, ...checked, scan }, token);
  });
}

async function readProof(request: FastifyRequest): Promise<ReceivedProof> {
  let file: { bytes: Buffer; mediaType: ProofMediaType } | undefined;
  const fields = await readForm(request, {
    fields: ['kind'],
    fileField: 'file',
    maxFileBytes: proofMaxBytes,
    async receiveFile(arriving) {
      file = { mediaType: declaredType(arriving.contentType), bytes: await readBytes(arriving) };
    },
  }).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'too_large' ? tooLarge() : error;
  });
  const { kind } = parseFields(ProofFields, fields);
  if (!file) throw fieldError('file', 'Please choose a file');
  return { ...file, kind };
}

async function readBytes({ stream }: ArrivingFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let read = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    read += chunk.length;
    if (read > proofMaxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(): AppError {
  return new AppError('too_large', proofTooLarge, { fields: { file: proofTooLarge } });
}

/** Takes back a file, which a job soon erases. 409 once the report is sent: from then on staff rely on it. */
export function takeBackProof(
  services: Services,
  token: string,
  proofId: string,
): Promise<z.output<typeof DeathReport>> {
  return inTransaction(services.db, async (tx) => {
    const report = await lockDraft(tx, token);
    const { storageKey } = await findProof(tx, report.id, proofId);
    await tx.delete(deathCertificates).where(eq(deathCertificates.id, proofId));
    await services.jobs.enqueue(tx, eraseFiles, [{ keys: [storageKey] }]);
    return toAnswer(tx, services, report);
  });
}
