import { and, asc, eq, gt } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Resealed } from '../../../../platform/reseal.ts';
import { isHeadCurrent, sealBytes, sealedHeadBytes } from '../../../../platform/sealed.ts';
import { type DeathCertificateRow, deathCertificates } from './death-reports.table.ts';
import { proofSeal, putSealed, readProofBytes } from './proof-files.ts';

type Sealing = Pick<Services, 'db' | 'storage' | 'appSecret'>;

const rowsAtOnce = 100;

/**
 * Seals the files of proofs with the current secret, as `resealColumn` does for texts. Each becomes a new file, which its row refers
 * to from then on. The old one is an orphan, removed like any orphan after a day, so that a backup in progress still finds it.
 */
export async function resealProofs(services: Sealing): Promise<Resealed> {
  const done: Resealed = { resealed: 0, changed: 0, unopened: [] };
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const proofs = await services.db
      .select()
      .from(deathCertificates)
      .where(gt(deathCertificates.id, after))
      .orderBy(asc(deathCertificates.id))
      .limit(rowsAtOnce);
    for (const proof of proofs) {
      if (await isCurrent(services, proof)) continue;
      const bytes = await readProofBytes(services, proof).catch(() => undefined);
      if (!bytes) done.unopened.push(proof.id);
      else done[(await resealProof(services, proof, bytes)) ? 'resealed' : 'changed'] += 1;
    }
    const last = proofs.at(-1);
    if (!last) return done;
    after = last.id;
  }
}

async function isCurrent(
  { storage, appSecret }: Sealing,
  { storageKey }: DeathCertificateRow,
): Promise<boolean> {
  const head: Buffer[] = [];
  try {
    const stream = await storage.read(storageKey, { start: 0, end: sealedHeadBytes - 1 });
    for await (const chunk of stream as AsyncIterable<Buffer>) head.push(chunk);
  } catch {
    return false;
  }
  return isHeadCurrent(appSecret, Buffer.concat(head));
}

/** False if its row is gone or another run was first. */
async function resealProof(services: Sealing, proof: DeathCertificateRow, bytes: Buffer): Promise<boolean> {
  const { id, storageKey } = proof;
  const key = `death-certificates/${newId()}`;
  const stored = await putSealed(services, key, sealBytes(services.appSecret, proofSeal(id), bytes));
  const { rowCount } = await services.db
    .update(deathCertificates)
    .set({ storageKey: key, storedBytes: stored.sizeBytes, storedSha256: stored.sha256 })
    .where(and(eq(deathCertificates.id, id), eq(deathCertificates.storageKey, storageKey)));
  if (rowCount === 1) return true;
  await services.storage.remove(key);
  return false;
}
