import {
  StorageRequest,
  StorageRequestForm,
  StorageRequestList,
} from '../../../../../shared/keepsakes/storage-requests.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { ownerOf, signedIn } from '../../../accounts/auth/sessions/sessions.ts';
import { countItems, requireReading } from '../physical-items.ts';
import { sendRequest } from './send-request.ts';
import { cancelRequest, listRequests } from './storage-requests.ts';

/** Owners ask where and how to send something to us before they send it. */
export async function storageRequestsRoutes(app: App): Promise<void> {
  const { services } = app;
  const url = '/api/physical-storage-requests';

  app.get(
    url,
    { onRequest: signedIn, schema: { response: { 200: StorageRequestList } } },
    async (request) => {
      const owner = ownerOf(request);
      const requests = await listRequests(services.db, owner.id);
      const { ever } = await countItems(services.db, owner.id);
      requireReading(owner, requests.length > 0 || ever > 0);
      return requests;
    },
  );

  app.post(
    url,
    { onRequest: signedIn, schema: { body: StorageRequestForm, response: { 201: StorageRequest } } },
    async (request, reply) =>
      reply.status(201).send(await sendRequest(services, ownerOf(request).id, request.body)),
  );

  app.post(
    `${url}/:id/cancel`,
    { onRequest: signedIn, schema: { params: IdParams, response: { 200: StorageRequest } } },
    async (request) => cancelRequest(services, ownerOf(request).id, request.params.id),
  );
}
