import type { FastifyRequest } from 'fastify';
import {
  GiftCheckout,
  GiftList,
  GiftOrder,
  GiftOrderForm,
  GiftOrderList,
  PlacedGiftOrder,
} from '../../../../shared/store/gift-orders.ts';
import { gifts } from '../../../../shared/store/gifts.ts';
import { IdParams } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { visitedOrigin } from '../../../platform/http/this-machine.ts';
import { attemptsOfOwner, ownerOf, signedIn } from '../../accounts/auth/sessions/sessions.ts';
import { limitAttempts } from '../../system/attempt-limits/attempt-limits.ts';
import { listGiftOrders } from './gift-orders.ts';
import { cancelGiftOrder, reopenGiftCheckout } from './own-gift-orders.ts';
import { placeGiftOrder } from './place-gift-order.ts';

const checkoutsOfOwner = attemptsOfOwner('gift checkouts', 30);

/** The store: its catalogue, and an owner's orders. */
export async function giftsRoutes(app: App): Promise<void> {
  const { services } = app;
  const preHandler = limitAttempts(checkoutsOfOwner);
  const originOf = (request: FastifyRequest) => visitedOrigin(request, services.config.publicUrl);

  app.get('/api/gifts', { onRequest: signedIn, schema: { response: { 200: GiftList } } }, async () => [
    ...gifts,
  ]);

  app.get(
    '/api/gift-orders',
    { onRequest: signedIn, schema: { response: { 200: GiftOrderList } } },
    (request) => listGiftOrders(services.db, ownerOf(request).id),
  );

  app.post(
    '/api/gift-orders',
    { onRequest: signedIn, preHandler, schema: { body: GiftOrderForm, response: { 201: PlacedGiftOrder } } },
    async (request, reply) => {
      const owner = ownerOf(request);
      return reply
        .status(201)
        .send(await placeGiftOrder(services, owner.id, request.body, originOf(request)));
    },
  );

  app.post(
    '/api/gift-orders/:id/checkout',
    { onRequest: signedIn, preHandler, schema: { params: IdParams, response: { 201: GiftCheckout } } },
    async (request, reply) => {
      const { id } = request.params;
      const page = await reopenGiftCheckout(services, ownerOf(request).id, id, originOf(request));
      return reply.status(201).send(page);
    },
  );

  app.post(
    '/api/gift-orders/:id/cancel',
    { onRequest: signedIn, schema: { params: IdParams, response: { 200: GiftOrder } } },
    (request) => cancelGiftOrder(services, ownerOf(request).id, request.params.id),
  );
}
