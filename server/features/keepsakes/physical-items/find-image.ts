import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import type { ServedFile } from '../../../platform/http/stored-file.ts';
import { physicalItemImages, physicalItems } from './physical-items.table.ts';

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
    // The file of a key never changes.
    etag: key.replaceAll('/', '.'),
    fileName: 'picture.webp',
    download: false,
  };
}
