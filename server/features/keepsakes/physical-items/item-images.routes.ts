import { z } from 'zod';
import { ItemImage } from '../../../../shared/keepsakes/item-images.ts';
import { IdParams } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { acceptForms } from '../../../platform/http/multipart-form.ts';
import { ownerOf, signedIn } from '../../accounts/auth/sessions/sessions.ts';
import { addImage, removeImage } from './item-images.ts';
import { ImageParams, serveImages } from './serve-images.ts';

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

  serveImages(app, '/api/physical-items', signedIn, (request) => ownerOf(request).id);
}
