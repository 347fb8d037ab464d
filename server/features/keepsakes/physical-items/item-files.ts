import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { FilesOfTable } from '../../../platform/backup/database-snapshot.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { physicalItemImages as images, physicalItems } from './physical-items.table.ts';

/** A new storage key for a picture of an item. */
export function imageKey(itemId: string, kind: 'picture' | 'thumbnail'): string {
  return `item-images/${itemId}/${kind}-${newId()}`;
}

/** The stored pictures that an owner took, for the export. */
export function listStoredImages(db: Queryable, itemIds: string[]) {
  return db
    .select()
    .from(images)
    .where(and(inArray(images.physicalItemId, itemIds), eq(images.imageType, 'owner')))
    .orderBy(asc(images.id));
}

export async function keysOfItem(tx: Tx, itemId: string): Promise<string[]> {
  const rows = await tx.select().from(images).where(eq(images.physicalItemId, itemId));
  return rows.flatMap((row) => [row.imageKey, row.thumbnailKey]);
}

/** The stored files of all items of an owner, for erasing them. */
export async function itemKeysOf(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .select({ imageKey: images.imageKey, thumbnailKey: images.thumbnailKey })
    .from(images)
    .innerJoin(physicalItems, eq(physicalItems.id, images.physicalItemId))
    .where(eq(physicalItems.userId, userId));
  return rows.flatMap((row) => [row.imageKey, row.thumbnailKey]);
}

/** Which of these storage keys belong to a picture of an item. */
export async function findUsedItemKeys(db: Queryable, keys: string[]): Promise<string[]> {
  const rows = await db
    .select()
    .from(images)
    .where(or(inArray(images.imageKey, keys), inArray(images.thumbnailKey, keys)));
  return rows.flatMap((row) => [row.imageKey, row.thumbnailKey]);
}

/** Every picture of an item, for backups. */
export const itemFiles: readonly FilesOfTable[] = [
  {
    table: 'physical_item_images',
    files: sql`
  select ${images.imageKey} as key, ${images.sha256} as sha256, ${images.sizeBytes}::bigint as size_bytes, ${physicalItems.userId} as user_id
  from ${images} join ${physicalItems} on ${physicalItems.id} = ${images.physicalItemId}
  union all select ${images.thumbnailKey}, null, null, ${physicalItems.userId}
  from ${images} join ${physicalItems} on ${physicalItems.id} = ${images.physicalItemId}`,
  },
];
