import { and, asc, count, eq, gt, inArray, lte, notInArray, type SQL } from 'drizzle-orm';
import { fileTooLarge, memoryFileMaxBytes } from '../../../../../shared/memories/memory-limits.ts';
import type { UploadMetadata } from '../../../../../shared/memories/uploads.ts';
import { eraseFiles } from '../../../../job-list.ts';
import { wholeDaysAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../../platform/database.ts';
import { agreedNow } from '../../../../platform/database-time.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { safeFileName } from '../../../../platform/http/content-disposition.ts';
import { mediaType } from '../../../../platform/http/multipart-form.ts';
import { newId } from '../../../../platform/ids.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { requireUploadable } from '../memories.ts';
import { type UploadPartRow, type UploadRow, uploadParts, uploads } from './uploads.table.ts';

/** How long received parts are kept after the last byte. */
const keptDays = 7;
/** How many unfinished uploads an account may have: what has arrived takes up room, but does not count towards the plan yet. */
const maxBegun = 20;
const perSweep = 100;

export function expiryAfter(now: Date): Date {
  return wholeDaysAfter(now, keptDays);
}

/** Begins an upload. Refuses what would be refused at its end, as far as that is known before the first byte. */
export async function beginUpload(
  services: Services,
  owner: UserRow,
  sizeBytes: number,
  { filename, filetype, type, sha256 }: UploadMetadata,
): Promise<UploadRow> {
  const { db, clock } = services;
  if (sizeBytes > memoryFileMaxBytes)
    throw new AppError('too_large', fileTooLarge.message, { fields: { file: fileTooLarge.message } });
  const claim = { fileName: safeFileName(filename), contentType: mediaType(filetype) };
  await requireUploadable(services, owner, type, claim);
  return inTransaction(db, async (tx) => {
    await lockOwner(tx, owner.id);
    await requireFewBegun(tx, owner.id);
    const now = clock.now();
    const [row] = await tx
      .insert(uploads)
      .values({
        id: newId(),
        userId: owner.id,
        type,
        ...claim,
        sizeBytes,
        sha256: sha256 ?? null,
        createdAt: now,
        expiresAt: expiryAfter(now),
      })
      .returning();
    return requireFound(row);
  });
}

async function requireFewBegun(tx: Tx, userId: string): Promise<void> {
  const [begun] = await tx.select({ total: count() }).from(uploads).where(eq(uploads.userId, userId));
  if (requireFound(begun).total < maxBegun) return;
  throw new AppError(
    'conflict',
    `You have begun ${maxBegun} uploads, which is as many as we can keep. Please finish or cancel one first.`,
  );
}

/** The owner's uploads that can still be finished, oldest first. */
export function listUploads(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: string,
): Promise<UploadRow[]> {
  return db
    .select()
    .from(uploads)
    .where(and(eq(uploads.userId, userId), gt(uploads.expiresAt, clock.now())))
    .orderBy(asc(uploads.id));
}

export async function findUpload(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: string,
  id: string,
): Promise<UploadRow | undefined> {
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.userId, userId), eq(uploads.id, id), gt(uploads.expiresAt, clock.now())));
  return row;
}

/** Throws 404 for somebody else's upload, and for one that has ended. */
export async function loadUpload(
  services: Pick<Services, 'db' | 'clock'>,
  userId: string,
  id: string,
): Promise<UploadRow> {
  return requireFound(await findUpload(services, userId, id), 'This upload');
}

/** In the order of their bytes. */
export function partsOf(db: Queryable, uploadId: string): Promise<UploadPartRow[]> {
  return db
    .select()
    .from(uploadParts)
    .where(eq(uploadParts.uploadId, uploadId))
    .orderBy(asc(uploadParts.startByte));
}

/** Ends an upload of the owner's, if there is one that meets `condition`; a job erases what has arrived. */
export function removeUpload(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  userId: string,
  id: string,
  condition?: SQL,
): Promise<UploadRow | undefined> {
  return inTransaction(db, async (tx) => {
    const own = and(eq(uploads.userId, userId), eq(uploads.id, id), condition);
    // Nothing can arrive between reading the parts and deleting them.
    await tx.select().from(uploads).where(own).for('update');
    const parts = await partsOf(tx, id);
    const [row] = await tx.delete(uploads).where(own).returning();
    if (row && parts.length > 0) await jobs.enqueue(tx, eraseFiles, [{ keys: parts.map(({ key }) => key) }]);
    return row;
  });
}

/** Erases uploads that have received nothing for days, unless a request that began in time is sending something right now. */
export async function eraseExpiredUploads(services: Services): Promise<void> {
  const { db, clock, sweeps } = services;
  const isExpired = lte(uploads.expiresAt, agreedNow(clock));
  const expired = await db
    .select()
    .from(uploads)
    .where(and(isExpired, notInArray(uploads.id, sweeps.putOff('expired-uploads'))))
    .limit(perSweep);
  await sweeps.each('expired-uploads', expired, ({ id, userId }) =>
    removeUpload(services, userId, id, isExpired),
  );
}

/** A new storage key for a part. */
export function partKey(uploadId: string): string {
  return `uploads/${uploadId}/${newId()}`;
}

/** Which of these storage keys an upload still needs. */
export async function findUsedPartKeys(db: Queryable, keys: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ key: uploadParts.key })
    .from(uploadParts)
    .where(inArray(uploadParts.key, [...keys]));
  return rows.map(({ key }) => key);
}

/** The storage keys of all that has arrived in an account's uploads. */
export async function partKeysOf(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .select({ key: uploadParts.key })
    .from(uploadParts)
    .innerJoin(uploads, eq(uploads.id, uploadParts.uploadId))
    .where(eq(uploads.userId, userId));
  return rows.map(({ key }) => key);
}
