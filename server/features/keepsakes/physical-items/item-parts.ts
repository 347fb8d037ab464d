import { asc, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { ItemHandover } from '../../../../shared/keepsakes/item-handovers.ts';
import type { ItemImage } from '../../../../shared/keepsakes/item-images.ts';
import type { Queryable } from '../../../platform/database.ts';
import {
  type ItemHandoverRow,
  type ItemImageRow,
  itemHandovers,
  physicalItemImages,
} from './physical-items.table.ts';

const ownersImages = (id: string) => `/api/physical-items/${id}/images`;

/** By item, oldest first; their URLs begin with `base`. */
export async function imagesOf(
  db: Queryable,
  itemIds: string[],
  base: (itemId: string) => string = ownersImages,
): Promise<Map<string, z.output<typeof ItemImage>[]>> {
  const rows = await db
    .select()
    .from(physicalItemImages)
    .where(inArray(physicalItemImages.physicalItemId, itemIds))
    .orderBy(asc(physicalItemImages.id));
  return Map.groupBy(
    rows.map((row) => toImage(row, base(row.physicalItemId))),
    ({ physicalItemId }) => physicalItemId,
  );
}

export function toImage(row: ItemImageRow, base = ownersImages(row.physicalItemId)) {
  return { ...row, imageUrl: `${base}/${row.id}`, thumbnailUrl: `${base}/${row.id}/thumbnail` };
}

/** The chain of custody of each item, oldest entry first. */
export async function handoversOf(
  db: Queryable,
  itemIds: string[],
  base: (itemId: string) => string = ownersImages,
): Promise<Map<string, z.output<typeof ItemHandover>[]>> {
  const rows = await db
    .select()
    .from(itemHandovers)
    .where(inArray(itemHandovers.physicalItemId, itemIds))
    .orderBy(asc(itemHandovers.id));
  const byItem = Map.groupBy(rows, ({ physicalItemId }) => physicalItemId);
  return new Map([...byItem].map(([id, chain]) => [id, chain.map((row) => toHandover(row, base(id)))]));
}

function toHandover(row: ItemHandoverRow, base: string) {
  return { ...row, photoUrl: row.photoId && `${base}/${row.photoId}` };
}
