import { Preview, PreviewQuery } from '../../../../../shared/delivery/previews.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { ownerOf, signedIn } from '../../../accounts/auth/sessions/sessions.ts';
import { previewMemory } from './previews.ts';

/** Shows an owner what a recipient would see. Nothing is sent or recorded. */
export async function previewsRoutes(app: App): Promise<void> {
  app.get(
    '/api/memories/:id/preview',
    {
      onRequest: signedIn,
      schema: { params: IdParams, querystring: PreviewQuery, response: { 200: Preview } },
    },
    async (request) =>
      previewMemory(app.services, ownerOf(request), request.params.id, request.query.recipientId),
  );
}
