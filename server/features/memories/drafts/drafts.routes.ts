import { z } from 'zod';
import { Draft, DraftForm, DraftList, DraftParams } from '../../../../shared/memories/drafts.ts';
import type { App } from '../../../platform/context.ts';
import { ownerOf, signedIn } from '../../accounts/auth/sessions/sessions.ts';
import { discardDraft, listDrafts, loadDraft, saveDraft } from './drafts.ts';

/** Text an owner has begun to write and not saved for good. */
export async function draftsRoutes(app: App): Promise<void> {
  const { services } = app;

  app.get('/api/drafts', { onRequest: signedIn, schema: { response: { 200: DraftList } } }, (request) =>
    listDrafts(services.db, ownerOf(request).id),
  );

  app.get(
    '/api/drafts/:kind',
    { onRequest: signedIn, schema: { params: DraftParams, response: { 200: Draft } } },
    (request) => loadDraft(services.db, ownerOf(request).id, request.params.kind),
  );

  app.put(
    '/api/drafts/:kind',
    { onRequest: signedIn, schema: { params: DraftParams, body: DraftForm, response: { 200: Draft } } },
    (request) => saveDraft(services, ownerOf(request).id, request.params.kind, request.body.content),
  );

  app.delete(
    '/api/drafts/:kind',
    { onRequest: signedIn, schema: { params: DraftParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await discardDraft(services, ownerOf(request).id, request.params.kind);
      return reply.status(204).send(null);
    },
  );
}
