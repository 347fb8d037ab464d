import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Id } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { type ServedFile, sendStoredFile } from '../../../platform/http/stored-file.ts';
import type { signedIn } from '../../accounts/auth/sessions/sessions.ts';
import type { staff } from '../../accounts/auth/staff/staff.ts';
import { physicalItemImages, physicalItems } from './physical-items.table.ts';

export const ImageParams = z.object({ id: Id, imageId: Id });

/** Serves the pictures and thumbnails of an item to whoever `onRequest` lets through. */
export function serveImages(
  app: App,
  path: string,
  onRequest: typeof signedIn | typeof staff,
  /** The owner whose items they may see; undefined for all. */
  ownerFor: (request: FastifyRequest) => string | undefined,
): void {
  const { services } = app;
  for (const [size, end] of [
    ['picture', ''],
    ['thumbnail', '/thumbnail'],
  ] as const)
    app.route({
      method: ['GET', 'HEAD'],
      url: `${path}/:id/images/:imageId${end}`,
      onRequest,
      schema: { params: ImageParams },
      async handler(request, reply) {
        const { id: itemId, imageId } = request.params;
        const userId = ownerFor(request);
        const file = await findImageFile(services.db, { itemId, imageId, size, userId });
        return sendStoredFile(request, reply, services, file);
      },
    });
}

interface WantedImage {
  itemId: string;
  imageId: string;
  size: 'picture' | 'thumbnail';
  /** The owner it must belong to; undefined for staff. */
  userId: string | undefined;
}

/** The stored file of a picture; 404 for somebody else's. */
async function findImageFile(
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
    // The file under a key never changes.
    etag: key.replaceAll('/', '.'),
    fileName: 'picture.webp',
    download: false,
  };
}
