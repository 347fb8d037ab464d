import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { HandoverPhotoFields, ItemImageFields } from '../../../../shared/keepsakes/item-images.ts';
import { itemImagesMax } from '../../../../shared/keepsakes/item-rules.ts';
import { eraseFiles } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { AppError, requireFound } from '../../../platform/errors.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { record } from '../../system/audit/audit.ts';
import { loadItem, lockItem, recordItem } from './item-rows.ts';
import { type ItemImageRow, type PhysicalItemRow, physicalItemImages } from './physical-items.table.ts';
import { type Image, receive } from './receive-image.ts';

/**
 * Receives a picture of an item from its owner. 404 for somebody else's item; 409 if it has enough pictures
 * or is no longer with us; also what `receivePhoto` throws.
 */
export async function addImage(
  services: Services,
  request: FastifyRequest,
  userId: string,
  itemId: string,
): Promise<Image> {
  // Checked before the body is read, so that nobody waits for an upload that will be refused.
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

/** Receives a picture that staff take when an item changes hands. It is shown once an entry in the chain of custody refers to it. */
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

async function insertImage(tx: Tx, row: Omit<ItemImageRow, 'id'>): Promise<ItemImageRow> {
  const [image] = await tx.insert(physicalItemImages).values(row).returning();
  return requireFound(image);
}

/** Counted with the item locked, so that two pictures cannot both take the last place. */
async function requireFreePlace(tx: Tx, { id, status }: PhysicalItemRow): Promise<void> {
  if (status === 'delivered' || status === 'returned')
    throw new AppError('conflict', 'This item has left us and can no longer be changed');
  if ((await tx.$count(physicalItemImages, ofOwner(id))) < itemImagesMax) return;
  throw new AppError('conflict', `An item has up to ${itemImagesMax} pictures. Remove one first.`);
}

const ofOwner = (itemId: string) =>
  and(eq(physicalItemImages.physicalItemId, itemId), eq(physicalItemImages.imageType, 'owner'));

/** 404 for somebody else's picture, or one taken by staff. */
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
