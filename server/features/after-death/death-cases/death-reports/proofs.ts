import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  type DeathReport,
  ProofKind,
  type ProofMediaType,
  proofMaxBytes,
  proofsPerReport,
  proofTooLarge,
} from '../../../../../shared/after-death/death-reports.ts';
import { eraseFiles } from '../../../../job-list.ts';
import type { FilesOfTable } from '../../../../platform/backup/database-snapshot.ts';
import { createConcurrencyLimit } from '../../../../platform/concurrency-limit.ts';
import type { Services } from '../../../../platform/context.ts';
import {
  inTransaction,
  isDatabaseUnavailable,
  type Queryable,
  type Tx,
} from '../../../../platform/database.ts';
import { AppError, fieldError, requireFound } from '../../../../platform/errors.ts';
import { type ArrivingFile, parseFields, readForm } from '../../../../platform/http/multipart-form.ts';
import { newId } from '../../../../platform/ids.ts';
import { seal, sealBytes, unsealBytes } from '../../../../platform/sealed.ts';
import { StorageFullError } from '../../../../platform/storage/storage.ts';
import { type DeathCertificateRow, deathCertificates } from './death-reports.table.ts';
import { type CheckedProof, checkProof, declaredType } from './proof-checks.ts';
import { previewSeal, toAnswer } from './report-answers.ts';
import { findReport, lockDraft, lockReport, requireConfirmed, requireOpen } from './report-rows.ts';
import { scanProof } from './scan-proof.ts';
import { applyEvent, proofArrived } from './transitions.ts';

const ProofFields = z.object({ kind: ProofKind });

/** Each is in memory as a whole, since its end may say that nobody can read it: so many at once in a process. */
const limit = createConcurrencyLimit({ concurrency: 4, maxWaitingPerKey: 1, maxWaiting: 50 });

interface ReceivedProof {
  bytes: Buffer;
  mediaType: ProofMediaType;
  kind: ProofKind;
}

/**
 * Receives a proof of a report whose address is confirmed, checks it, seals it and stores it as it came; its hash is of the bytes as they
 * came too. 400 for what `checkProof` or the malware scanner refuses; 409 once the report was answered, or has enough proofs; 413 above 10 MB.
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

async function storeProof(
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

export function putSealed({ storage }: Pick<Services, 'storage'>, key: string, sealed: Buffer) {
  return storage.put(key, Readable.from([sealed]), {
    maxBytes: sealed.length,
    contentType: 'application/octet-stream',
  });
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
    // Sent again after an answer that got lost.
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

/** Takes back a file, which a job erases soon after. 409 once the report is sent: from then on staff rely on it. */
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

/** From when on a report is sent, nobody needs the previews. */
export async function forgetPreviews(tx: Tx, reportId: string): Promise<void> {
  await tx.update(deathCertificates).set({ preview: null }).where(eq(deathCertificates.reportId, reportId));
}

/** After a lost connection nobody knows whether a row refers to the file; the sweep for orphans decides then. */
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

export const proofSeal = (id: string) => ({ purpose: 'death-certificate', subject: id });

/** The file as it was received. Throws where a bit of it has changed. */
export async function readProofBytes(
  { storage, appSecret }: Pick<Services, 'storage' | 'appSecret'>,
  { id, storageKey }: DeathCertificateRow,
): Promise<Buffer> {
  const sealed: Buffer[] = [];
  for await (const chunk of (await storage.read(storageKey)) as AsyncIterable<Buffer>) sealed.push(chunk);
  return unsealBytes(appSecret, proofSeal(id), Buffer.concat(sealed));
}

export async function findProof(
  db: Queryable,
  reportId: string,
  proofId: string,
): Promise<DeathCertificateRow> {
  const [proof] = await db
    .select()
    .from(deathCertificates)
    .where(and(eq(deathCertificates.id, proofId), eq(deathCertificates.reportId, reportId)));
  return requireFound(proof, 'This proof');
}

export async function findUsedProofKeys(db: Queryable, keys: string[]): Promise<string[]> {
  const rows = await db
    .select({ key: deathCertificates.storageKey })
    .from(deathCertificates)
    .where(inArray(deathCertificates.storageKey, keys));
  return rows.map(({ key }) => key);
}

export const proofFiles: readonly FilesOfTable[] = [
  {
    table: 'death_certificates',
    files: sql`
  select ${deathCertificates.storageKey} as key, ${deathCertificates.storedSha256} as sha256,
    ${deathCertificates.storedBytes}::bigint as size_bytes, null::uuid as user_id
  from ${deathCertificates}`,
  },
];
