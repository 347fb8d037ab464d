import type { FastifyRequest } from 'fastify';
import {
  StaffGiftOrder,
  StaffGiftOrderList,
  StaffGiftOrderQuery,
  StaffOrderChange,
  StaffOrderDetails,
  StaffOrderShipping,
} from '../../../../shared/store/staff-gift-orders.ts';
import { IdParams } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { ownerOf } from '../../accounts/auth/sessions/sessions.ts';
import { freshStaff, staff } from '../../accounts/staff/staff.ts';
import { listGiftOrdersForStaff, loadGiftOrderForStaff } from './list-for-staff.ts';
import { cancelGiftOrderAsStaff, changeOrderDetails, moveGiftOrder } from './staff-actions.ts';

const answer = { 200: StaffGiftOrder };
const change = { params: IdParams, body: StaffOrderChange, response: answer };

/** Gift orders: what is to be prepared and sent, and what staff do about it. */
export async function giftsStaffRoutes(app: App): Promise<void> {
  const { services } = app;
  const byStaff = (request: FastifyRequest<{ Params: { id: string } }>) => ({
    actor: ownerOf(request).id,
    orderId: request.params.id,
  });

  app.get(
    '/api/admin/gift-orders',
    {
      onRequest: staff,
      schema: { querystring: StaffGiftOrderQuery, response: { 200: StaffGiftOrderList } },
    },
    async (request) => listGiftOrdersForStaff(services, request.query),
  );

  app.get(
    '/api/admin/gift-orders/:id',
    { onRequest: staff, schema: { params: IdParams, response: answer } },
    async (request) => loadGiftOrderForStaff(services, request.params.id),
  );

  app.post('/api/admin/gift-orders/:id/begin', { onRequest: staff, schema: change }, async (request) => {
    await moveGiftOrder(services, 'begin', { ...request.body, ...byStaff(request) });
    return loadGiftOrderForStaff(services, request.params.id);
  });

  app.post(
    '/api/admin/gift-orders/:id/ship',
    { onRequest: staff, schema: { ...change, body: StaffOrderShipping } },
    async (request) => {
      await moveGiftOrder(services, 'ship', { ...request.body, ...byStaff(request) });
      return loadGiftOrderForStaff(services, request.params.id);
    },
  );

  app.post('/api/admin/gift-orders/:id/arrive', { onRequest: staff, schema: change }, async (request) => {
    await moveGiftOrder(services, 'arrive', { ...request.body, ...byStaff(request) });
    return loadGiftOrderForStaff(services, request.params.id);
  });

  app.post(
    '/api/admin/gift-orders/:id/cancel',
    { onRequest: freshStaff, schema: change },
    async (request) => {
      await cancelGiftOrderAsStaff(services, { ...request.body, ...byStaff(request) });
      return loadGiftOrderForStaff(services, request.params.id);
    },
  );

  app.put(
    '/api/admin/gift-orders/:id/details',
    { onRequest: staff, schema: { ...change, body: StaffOrderDetails } },
    async (request) => {
      await changeOrderDetails(services, { ...request.body, ...byStaff(request) });
      return loadGiftOrderForStaff(services, request.params.id);
    },
  );
}
