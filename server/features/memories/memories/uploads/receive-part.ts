import { Readable } from 'node:stream';
import { and, eq } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, isDatabaseUnavailable } from '../../../../platform/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { StoredFile } from '../../../../platform/storage/storage.ts';
import { uploadParts, uploads } from './uploads.table.ts';
import { expiryAfter, loadUpload, partKey } from './uploads.ts';

/** More pieces than any bad line makes of a file: each is stored as a separate file, and takes up the room of one. */
const maxParts = 1000;

type PartServices = Pick<Services, 'db' | 'clock' | 'storage' | 'log'>;

/**
 * Appends a request's bytes to an upload, as far as they arrive: whatever came before the connection broke is kept. Returns how much of
 * the file has arrived; every byte of that is durable. Throws 409 unless `offset` is where the upload stands, and after a thousand
 * parts.
 *
 * No lock is held while bytes arrive, so a connection that hangs keeps nobody waiting. Of several requests at the same offset, in any
 * processes, the first whose bytes are stored moves it on; the others find that it has moved, and store nothing.
 */
export async function receivePart(
  services: PartServices,
  userId: string,
  id: string,
  offset: number,
  body: Readable,
): Promise<number> {
  const { db, storage } = services;
  const { arrivedBytes, sizeBytes } = await loadUpload(services, userId, id);
  if (offset !== arrivedBytes) throw movedOn();
  const maxBytes = sizeBytes - arrivedBytes;
  if (maxBytes === 0) return arrivedBytes;
  if ((await db.$count(uploadParts, eq(uploadParts.uploadId, id))) >= maxParts) throw tooManyParts();
  const part = await storage.put(partKey(id), asFarAsItComes(body), { maxBytes });
  try {
    if (part.sizeBytes > 0) await addPart(services, userId, id, offset, part);
    else await discard(services, part);
  } catch (error) {
    await discard(services, part, error);
    throw error;
  }
  return arrivedBytes + part.sizeBytes;
}

function asFarAsItComes(body: Readable): Readable {
  async function* pieces() {
    try {
      // A destroyed request could no longer be answered.
      yield* body.iterator({ destroyOnReturn: false });
    } catch {
      // The connection broke: what came before is worth keeping.
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}

function addPart(
  { db, clock }: PartServices,
  userId: string,
  id: string,
  startByte: number,
  { key, sizeBytes }: StoredFile,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const moved = await tx
      .update(uploads)
      .set({ arrivedBytes: startByte + sizeBytes, expiresAt: expiryAfter(clock.now()) })
      .where(and(eq(uploads.id, id), eq(uploads.userId, userId), eq(uploads.arrivedBytes, startByte)))
      .returning({ id: uploads.id });
    if (moved.length === 0) throw movedOn();
    await tx.insert(uploadParts).values({ uploadId: id, startByte, sizeBytes, key });
  });
}

function tooManyParts(): AppError {
  const message = `This file came in ${maxParts} pieces, which is as many as we can keep. Please upload it again.`;
  return new AppError('conflict', message);
}

function movedOn(): AppError {
  return new AppError('conflict', 'This upload has gone on from another place. Please ask where it stands.');
}

/** After a lost database connection the part may have been recorded all the same; if not, the sweep for orphans finds it. */
async function discard(
  { storage, log }: Pick<PartServices, 'storage' | 'log'>,
  { key }: StoredFile,
  reason?: unknown,
): Promise<void> {
  if (isDatabaseUnavailable(reason)) return;
  await storage
    .remove(key)
    .catch((err: unknown) => log.warn({ err, key }, 'could not remove a part that no upload needs'));
}
