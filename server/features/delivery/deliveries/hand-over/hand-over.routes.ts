import { HandOver, HandOverForm } from '../../../../../shared/delivery/hand-over.ts';
import type { App } from '../../../../platform/context.ts';
import { ownerOf, signedIn } from '../../../accounts/auth/sessions/sessions.ts';
import { handOver, takeBackHandOver } from './hand-over.ts';
import { listLater } from './list-later.ts';

/** For when the service closes: owners may have later deliveries made on its last day. */
export async function handOverRoutes(app: App): Promise<void> {
  const { services } = app;
  const { db } = services;
  const response = { 200: HandOver };

  app.get('/api/hand-over', { onRequest: signedIn, schema: { response } }, (request) =>
    listLater(db, ownerOf(request).id),
  );

  app.post(
    '/api/hand-over',
    { onRequest: signedIn, schema: { body: HandOverForm, response } },
    async (request) => {
      const { id } = ownerOf(request);
      await handOver(services, id, { ...request.body, actor: id });
      return listLater(db, id);
    },
  );

  app.delete('/api/hand-over', { onRequest: signedIn, schema: { response } }, async (request) => {
    const { id } = ownerOf(request);
    await takeBackHandOver(services, id);
    return listLater(db, id);
  });
}
