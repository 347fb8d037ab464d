import { Readable } from 'node:stream';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { FilesOfTable } from '../../../../platform/backup/database-snapshot.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { unsealBytes } from '../../../../platform/sealed.ts';
import { type DeathCertificateRow, deathCertificates } from './death-reports.table.ts';

export function putSealed({ storage }: Pick<Services, 'storage'>, key: string, sealed: Buffer) {
  return storage.put(key, Readable.from([sealed]), {
    maxBytes: sealed.length,
    contentType: 'application/octet-stream',
  });
}

/** Previews are not needed once the report is sent. */
export async function forgetPreviews(tx: Tx, reportId: string): Promise<void> {
  await tx.update(deathCertificates).set({ preview: null }).where(eq(deathCertificates.reportId, reportId));
}

export const proofSeal = (id: string) => ({ purpose: 'death-certificate', subject: id });

/** The file as it was received. Throws if a single bit of it has changed. */
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
