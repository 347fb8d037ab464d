import { z } from 'zod';
import {
  PhysicalItem,
  PhysicalItemChange,
  PhysicalItemForm,
  PhysicalItemList,
  ReturnFeeCheckout,
  ReturnRequest,
} from '../../../../shared/keepsakes/physical-items.ts';
import { IdParams } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { visitedOrigin } from '../../../platform/http/this-machine.ts';
import { attemptsOfOwner, ownerOf, signedIn } from '../../accounts/auth/sessions/sessions.ts';
import { limitAttempts } from '../../system/attempt-limits/attempt-limits.ts';
import { deleteItem } from './delete-item.ts';
import { listItems, loadItem } from './item-rows.ts';
import { addItem, changeItem } from './keep-items.ts';
import { requireReading } from './plan-rules.ts';
import { openReturnFee } from './return-fee.ts';
import { callOffReturn, requestReturn } from './returns.ts';

const answer = { 200: PhysicalItem };

const checkoutsOfOwner = attemptsOfOwner('return fee checkouts', 30);

/** What an owner gives us to keep and to hand over. */
export async function physicalItemsRoutes(app: App): Promise<void> {
  const { services } = app;
  returnRoutes(app);

  app.get(
    '/api/physical-items',
    { onRequest: signedIn, schema: { response: { 200: PhysicalItemList } } },
    async (request) => {
      const owner = ownerOf(request);
      const items = await listItems(services.db, owner.id);
      requireReading(owner, items.length > 0);
      return items;
    },
  );

  app.post(
    '/api/physical-items',
    { onRequest: signedIn, schema: { body: PhysicalItemForm, response: { 201: PhysicalItem } } },
    async (request, reply) => {
      const owner = ownerOf(request);
      const id = await addItem(services, owner, request.body);
      return reply.status(201).send(await loadItem(services.db, owner.id, id));
    },
  );

  app.patch(
    '/api/physical-items/:id',
    { onRequest: signedIn, schema: { params: IdParams, body: PhysicalItemChange, response: answer } },
    async (request) => {
      const { id } = request.params;
      await changeItem(services, ownerOf(request).id, id, request.body);
      return loadItem(services.db, ownerOf(request).id, id);
    },
  );

  app.delete(
    '/api/physical-items/:id',
    { onRequest: signedIn, schema: { params: IdParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await deleteItem(services, ownerOf(request).id, request.params.id);
      return reply.status(204).send(null);
    },
  );
}

function returnRoutes(app: App): void {
  const { services } = app;
  const url = '/api/physical-items/:id/request-return';

  app.post(
    url,
    { onRequest: signedIn, schema: { params: IdParams, body: ReturnRequest, response: answer } },
    async (request) => {
      const { id } = request.params;
      await requestReturn(services, ownerOf(request).id, id, request.body.reason);
      return loadItem(services.db, ownerOf(request).id, id);
    },
  );

  app.delete(
    url,
    { onRequest: signedIn, schema: { params: IdParams, response: answer } },
    async (request) => {
      const { id } = request.params;
      await callOffReturn(services, ownerOf(request).id, id);
      return loadItem(services.db, ownerOf(request).id, id);
    },
  );

  app.post(
    '/api/physical-items/:id/return-fee/checkout',
    {
      onRequest: signedIn,
      preHandler: limitAttempts(checkoutsOfOwner),
      schema: { params: IdParams, response: { 201: ReturnFeeCheckout } },
    },
    async (request, reply) => {
      const origin = visitedOrigin(request, services.config.publicUrl);
      const page = await openReturnFee(services, ownerOf(request).id, request.params.id, origin);
      return reply.status(201).send(page);
    },
  );
}
