import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ItemImage, ItemImageFields } from '../../../../shared/keepsakes/item-images.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, isDatabaseUnavailable, type Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { parseFields } from '../../../platform/http/multipart-form.ts';
import { StorageFullError } from '../../../platform/storage/storage.ts';
import { receivePhoto } from '../../memories/memories/memories.ts';
import { imageKey } from './item-files.ts';
import { toImage } from './item-parts.ts';
import type { ItemImageRow } from './physical-items.table.ts';

type Keys = Pick<ItemImageRow, 'imageKey' | 'thumbnailKey'>;

type Stored = Keys & Pick<ItemImageRow, 'sizeBytes' | 'sha256'>;

interface Receiving<Fields extends z.ZodType> {
  /** Identifies whose turn it is. */
  userId: string;
  itemId: string;
  Fields: Fields;
}

export async function receive<Fields extends typeof ItemImageFields>(
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

/** After a lost connection we cannot know whether a row refers to the files; the sweep for orphans finds out. */
async function discard({ storage, log }: Services, keys: Keys, reason: unknown): Promise<void> {
  if (isDatabaseUnavailable(reason)) return;
  for (const key of [keys.imageKey, keys.thumbnailKey])
    await storage
      .remove(key)
      .catch((err: unknown) => log.warn({ err, key }, 'a refused picture could not be removed'));
}

export type Image = z.output<typeof ItemImage>;

export type NewImage = Omit<ItemImageRow, 'id' | 'imageType'>;
