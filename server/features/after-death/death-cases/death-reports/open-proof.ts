import { eq } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { SealBrokenError } from '../../../../platform/sealed.ts';
import { FileMissingError } from '../../../../platform/storage/storage.ts';
import { type DeathCertificateRow, deathCertificates } from './death-reports.table.ts';
import { checkProof, type ShowableProof, showable } from './proof-checks.ts';
import { readProofBytes } from './proof-files.ts';
import { scanAgain } from './scan-proof.ts';

type Bytes = { shown: ShowableProof; isDamaged: boolean } | { refusal: AppError };

export async function openBytes(
  services: Services,
  proof: DeathCertificateRow,
  mayMend = true,
): Promise<Bytes> {
  try {
    const bytes = await readProofBytes(services, proof);
    await scanAgain(services, proof, bytes);
    return { shown: await showable(proof, bytes), isDamaged: await isDamaged(services, bytes, proof) };
  } catch (error) {
    if (error instanceof SealBrokenError || error instanceof FileMissingError) {
      const { storageKey: key, storedSha256: sha256 } = proof;
      const fault = error instanceof FileMissingError ? 'missing' : 'damaged';
      if (mayMend && (await services.fileFaultFound({ key, sha256 }, fault)))
        return openBytes(services, proof, false);
      return {
        refusal: new AppError('conflict', 'Our copy of this file cannot be opened.', { cause: error }),
      };
    }
    if (error instanceof AppError && error.code === 'conflict') return { refusal: error };
    throw error;
  }
}

/** It may have arrived before files were checked as thoroughly as they are now. */
async function isDamaged(
  services: Services,
  bytes: Buffer,
  { id, mediaType }: DeathCertificateRow,
): Promise<boolean> {
  try {
    await checkProof(services, id, bytes, mediaType);
    return false;
  } catch (error) {
    // A file that we cannot check may be damaged: staff see for themselves.
    if (error instanceof AppError) return true;
    throw error;
  }
}

/** The newest result replaces the previous one: a copy may have been restored. */
export async function noteState(
  tx: Tx,
  { clock }: Services,
  { id, damagedAt, unopenableAt }: DeathCertificateRow,
  opened: Bytes,
): Promise<void> {
  const now = clock.now();
  const state =
    'refusal' in opened
      ? { unopenableAt: unopenableAt ?? now }
      : { unopenableAt: null, damagedAt: opened.isDamaged ? (damagedAt ?? now) : null };
  await tx.update(deathCertificates).set(state).where(eq(deathCertificates.id, id));
}
