import { Readable } from 'node:stream';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { itemImagesMax } from '../../../../shared/keepsakes/item-rules.ts';
import {
  HandoverPhotoFields,
  type ItemImage,
  ItemImageFields,
} from '../../../../shared/keepsakes/physical-items.ts';
import { eraseFiles } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, isDatabaseUnavailable, type Queryable, type Tx } from '../../../platform/database.ts';
import { AppError, requireFound } from '../../../platform/errors.ts';
import { parseFields } from '../../../platform/http/multipart-form.ts';
import type { ServedFile } from '../../../platform/http/stored-file.ts';
import { StorageFullError } from '../../../platform/storage/storage.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { receivePhoto } from '../../memories/memories/memories.ts';
import { record } from '../../system/audit/audit.ts';
import { imageKey } from './item-files.ts';
import { loadItem, lockItem, recordItem, toImage } from './item-rows.ts';
import {
  type ItemImageRow,
  type PhysicalItemRow,
  physicalItemImages,
  physicalItems,
} from './physical-items.table.ts';

type Image = z.output<typeof ItemImage>;
type Keys = Pick<ItemImageRow, 'imageKey' | 'thumbnailKey'>;
type Stored = Keys & Pick<ItemImageRow, 'sizeBytes' | 'sha256'>;

/**
 * Receives a picture of an item from its owner. 404 for somebody else's item, 409 where it has enough pictures or is no longer with
 * us; what `receivePhoto` refuses.
 */
export async function addImage(
  services: Services,
  request: FastifyRequest,
  userId: string,
  itemId: string,
): Promise<Image> {
  // Before anything is read: nobody uploads for nothing.
  await loadItem(services.db, userId, itemId);
  const whose = { userId, itemId, Fields: ItemImageFields };
  return receive(services, request, whose, async (tx, row) => {
    await lockOwner(tx, userId);
    const item = await lockItem(tx, userId, itemId);
    await requireFreePlace(tx, item);
    const image = await insertImage(tx, { ...row, imageType: 'owner' });
    await recordItem(tx, services, item, 'physical-item.image-added');
    return image;
  });
}

/** Receives a picture that staff take when an item changes hands. It is shown once an entry of the chain names it. */
export function addHandoverPhoto(
  services: Services,
  request: FastifyRequest,
  actor: string,
  { id: itemId, userId }: Pick<PhysicalItemRow, 'id' | 'userId'>,
): Promise<Image> {
  const whose = { userId: actor, itemId, Fields: HandoverPhotoFields };
  return receive(services, request, whose, async (tx, row, { reason }) => {
    await lockOwner(tx, userId);
    await lockItem(tx, userId, itemId);
    const image = await insertImage(tx, { ...row, imageType: 'handover' });
    await record(tx, services.clock.now(), {
      action: 'physical-item.photographed-by-staff',
      actor,
      userId,
      subjectId: itemId,
      reason,
    });
    return image;
  });
}

type NewImage = Omit<ItemImageRow, 'id' | 'imageType'>;

interface Receiving<Fields extends z.ZodType> {
  /** Whose turn it is. */
  userId: string;
  itemId: string;
  Fields: Fields;
}

async function receive<Fields extends typeof ItemImageFields>(
  services: Services,
  request: FastifyRequest,
  { userId, itemId, Fields }: Receiving<Fields>,
  write: (tx: Tx, row: NewImage, fields: z.output<Fields>) => Promise<ItemImageRow>,
): Promise<Image> {
  const names = Object.keys(Fields.shape);
  const { fields, display, thumbnail } = await receivePhoto(services, request, userId, names);
  const parsed = parseFields(Fields, fields);
  const { description } = parsed;
  const keys = await storePictures(services, itemId, display, thumbnail);
  try {
    const row = { ...keys, physicalItemId: itemId, description: description || null };
    const createdAt = services.clock.now();
    return toImage(await inTransaction(services.db, (tx) => write(tx, { ...row, createdAt }, parsed)));
  } catch (error) {
    await discard(services, keys, error);
    throw error;
  }
}

async function storePictures(
  { storage }: Services,
  itemId: string,
  display: Buffer,
  thumbnail: Buffer,
): Promise<Stored> {
  const keys = { imageKey: imageKey(itemId, 'picture'), thumbnailKey: imageKey(itemId, 'thumbnail') };
  const contentType = 'image/webp';
  const put = (key: string, bytes: Buffer) =>
    storage.put(key, Readable.from([bytes]), { maxBytes: bytes.length, contentType });
  try {
    await put(keys.thumbnailKey, thumbnail);
    const { sizeBytes, sha256 } = await put(keys.imageKey, display);
    return { ...keys, sizeBytes, sha256 };
  } catch (cause) {
    if (!(cause instanceof StorageFullError)) throw cause;
    const message = 'We have no room for this picture at the moment. Please try again later.';
    throw new AppError('unavailable', message, { retryAfterSeconds: 300, cause });
  }
}

/** After a lost connection nobody knows whether a row refers to the files; the sweep for orphans decides then. */
async function discard({ storage, log }: Services, keys: Keys, reason: unknown): Promise<void> {
  if (isDatabaseUnavailable(reason)) return;
  for (const key of [keys.imageKey, keys.thumbnailKey])
    await storage
      .remove(key)
      .catch((err: unknown) => log.warn({ err, key }, 'a refused picture could not be removed'));
}

async function insertImage(tx: Tx, row: Omit<ItemImageRow, 'id'>): Promise<ItemImageRow> {
  const [image] = await tx.insert(physicalItemImages).values(row).returning();
  return requireFound(image);
}

/** Counted under the item's lock, so that two pictures cannot both take the last place. */
async function requireFreePlace(tx: Tx, { id, status }: PhysicalItemRow): Promise<void> {
  if (status === 'delivered' || status === 'returned')
    throw new AppError('conflict', 'This item has left us and can no longer be changed');
  if ((await tx.$count(physicalItemImages, ofOwner(id))) < itemImagesMax) return;
  throw new AppError('conflict', `An item has up to ${itemImagesMax} pictures. Remove one first.`);
}

const ofOwner = (itemId: string) =>
  and(eq(physicalItemImages.physicalItemId, itemId), eq(physicalItemImages.imageType, 'owner'));

/** 404 for somebody else's picture, or one that staff took. */
export function removeImage(
  services: Services,
  userId: string,
  itemId: string,
  imageId: string,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    await lockOwner(tx, userId);
    const item = await lockItem(tx, userId, itemId);
    const [image] = await tx
      .delete(physicalItemImages)
      .where(and(ofOwner(itemId), eq(physicalItemImages.id, imageId)))
      .returning();
    const { imageKey: key, thumbnailKey } = requireFound(image, 'This picture');
    await services.jobs.enqueue(tx, eraseFiles, [{ keys: [key, thumbnailKey] }]);
    await recordItem(tx, services, item, 'physical-item.image-removed');
  });
}

interface WantedImage {
  itemId: string;
  imageId: string;
  size: 'picture' | 'thumbnail';
  /** Whose it must be; left out for staff. */
  userId?: string;
}

/** The stored file of a picture; 404 for somebody else's. */
export async function findImageFile(
  db: Queryable,
  { itemId, imageId, size, userId }: WantedImage,
): Promise<ServedFile> {
  const [row] = await db
    .select({ image: physicalItemImages })
    .from(physicalItemImages)
    .innerJoin(physicalItems, eq(physicalItems.id, physicalItemImages.physicalItemId))
    .where(
      and(
        eq(physicalItemImages.id, imageId),
        eq(physicalItems.id, itemId),
        userId ? eq(physicalItems.userId, userId) : undefined,
      ),
    );
  const { imageKey: full, thumbnailKey, sha256 } = requireFound(row, 'This picture').image;
  const key = size === 'thumbnail' ? thumbnailKey : full;
  return {
    key,
    sha256: size === 'thumbnail' ? null : sha256,
    contentType: 'image/webp',
    // It never changes under its key.
    etag: key.replaceAll('/', '.'),
    fileName: 'picture.webp',
    download: false,
  };
}
