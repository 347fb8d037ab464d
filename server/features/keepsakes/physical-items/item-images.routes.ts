import { z } from 'zod';
import { ItemImage } from '../../../../shared/keepsakes/item-images.ts';
import { Id, IdParams } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { acceptForms } from '../../../platform/http/multipart-form.ts';
import { sendStoredFile } from '../../../platform/http/stored-file.ts';
import { ownerOf, signedIn } from '../../accounts/auth/sessions/sessions.ts';
import { findImageFile } from './find-image.ts';
import { addImage, removeImage } from './item-images.ts';

const ImageParams = z.object({ id: Id, imageId: Id });

/** The pictures that an owner takes of an item. */
export async function itemImagesRoutes(app: App): Promise<void> {
  const { services } = app;
  await acceptForms(app);

  app.post(
    '/api/physical-items/:id/images',
    {
      onRequest: signedIn,
      schema: {
        consumes: ['multipart/form-data'],
        description:
          'A form with file, a photo, and description. Kept upright, without anything else in the file.',
        params: IdParams,
        response: { 201: ItemImage },
      },
    },
    async (request, reply) => {
      const image = await addImage(services, request, ownerOf(request).id, request.params.id);
      return reply.status(201).send(image);
    },
  );

  app.delete(
    '/api/physical-items/:id/images/:imageId',
    { onRequest: signedIn, schema: { params: ImageParams, response: { 204: z.null() } } },
    async (request, reply) => {
      const { id, imageId } = request.params;
      await removeImage(services, ownerOf(request).id, id, imageId);
      return reply.status(204).send(null);
    },
  );

  for (const [size, path] of [
    ['picture', ''],
    ['thumbnail', '/thumbnail'],
  ] as const)
    app.route({
      method: ['GET', 'HEAD'],
      url: `/api/physical-items/:id/images/:imageId${path}`,
      onRequest: signedIn,
      schema: { params: ImageParams },
      async handler(request, reply) {
        const { id: itemId, imageId } = request.params;
        const userId = ownerOf(request).id;
        const file = await findImageFile(services.db, { itemId, imageId, size, userId });
        return sendStoredFile(request, reply, services, file);
      },
    });
}
