import { z } from 'zod';
import {
  Draft,
  DraftForm,
  DraftList,
  DraftParams,
  DraftQuery,
  DraftRefusal,
} from '../../../../../shared/memories/drafts.ts';
import type { App } from '../../../../platform/context.ts';
import { AppError } from '../../../../platform/errors.ts';
import { formatShape } from '../../../../platform/http/format-device.ts';
import { ownerOf, signedIn } from '../../../accounts/auth/sessions/sessions.ts';
import type { DraftRow } from './drafts.table.ts';
import { discardDraft, listDrafts, loadDraft, saveDraft, toDraft } from './drafts.ts';

/** Text that an owner has begun to write and not finally saved. */
export async function draftsRoutes(app: App): Promise<void> {
  const { services } = app;

  app.get('/api/drafts', { onRequest: signedIn, schema: { response: { 200: DraftList } } }, async (request) =>
    (await listDrafts(services.db, ownerOf(request).id)).map(toDraft),
  );

  for (const path of ['/api/drafts/:kind', '/api/drafts/:kind/:id']) routesOfOne(app, path);
}

function routesOfOne(app: App, path: string): void {
  const { services } = app;

  app.get(
    path,
    { onRequest: signedIn, schema: { params: DraftParams, response: { 200: Draft } } },
    async (request) => toDraft(await loadDraft(services.db, ownerOf(request).id, request.params)),
  );

  app.put(
    path,
    {
      onRequest: signedIn,
      schema: { params: DraftParams, body: DraftForm, response: { 200: Draft, 409: DraftRefusal } },
    },
    async (request, reply) => {
      const device = formatShape(request.headers['user-agent']);
      const owner = ownerOf(request);
      const written = await saveDraft(services, owner.id, request.params, request.body, device);
      if ('saved' in written) return toDraft(written.saved);
      return reply.status(409).send(refusalOf(written.refused));
    },
  );

  app.delete(
    path,
    {
      onRequest: signedIn,
      schema: {
        params: DraftParams,
        querystring: DraftQuery,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await discardDraft(services, ownerOf(request).id, request.params, request.query.versions);
      return reply.status(204).send(null);
    },
  );
}

function refusalOf(current: DraftRow | null): z.output<typeof DraftRefusal> {
  const message = current
    ? 'This draft was changed elsewhere. Both texts are kept.'
    : 'This draft was finished or thrown away elsewhere.';
  return { ...new AppError('conflict', message).body, current: current && toDraft(current) };
}
