import {
  PackedDelivery,
  StaffDelivery,
  StaffDeliveryChange,
  StaffDeliveryCounts,
  StaffDeliveryList,
  StaffDeliveryQuery,
  StaffPosting,
  StaffSettling,
} from '../../../../shared/delivery/staff-deliveries.ts';
import { IdParams } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { ownerOf } from '../../accounts/auth/sessions/sessions.ts';
import { freshStaff, staff } from '../../accounts/staff/staff.ts';
import { countForStaff, listForStaff, loadForStaff } from './staff/list-for-staff.ts';
import { loadPacked, packDelivery, postDelivery, settlePosting } from './staff/postings.ts';
import { actOnDelivery, type RequireMayActOn } from './staff/staff-actions.ts';

const answer = { 200: StaffDelivery };
const change = { params: IdParams, body: StaffDeliveryChange, response: answer };

/** Undelivered deliveries: what stands in their way, and what staff do about it. */
export async function deliveriesStaffRoutes(
  app: App,
  { requireMayActOn }: { requireMayActOn: RequireMayActOn },
): Promise<void> {
  const { services } = app;
  givingRoutes(app, requireMayActOn);

  app.get(
    '/api/admin/deliveries',
    { onRequest: staff, schema: { querystring: StaffDeliveryQuery, response: { 200: StaffDeliveryList } } },
    async (request) => listForStaff(services, request.query),
  );

  app.get(
    '/api/admin/deliveries/counts',
    { onRequest: staff, schema: { response: { 200: StaffDeliveryCounts } } },
    async () => countForStaff(services),
  );

  app.get(
    '/api/admin/deliveries/:id',
    { onRequest: staff, schema: { params: IdParams, response: answer } },
    async (request) => loadForStaff(services, request.params.id),
  );

  app.post('/api/admin/deliveries/:id/hold', { onRequest: freshStaff, schema: change }, async (request) => {
    const { id: deliveryId } = request.params;
    await actOnDelivery(services, requireMayActOn, 'hold', {
      ...request.body,
      deliveryId,
      actor: ownerOf(request).id,
    });
    return loadForStaff(services, deliveryId);
  });
}

/** What gives something to somebody, or says that they have it: never by a member of staff who gains by it. */
function givingRoutes(app: App, requireMayActOn: RequireMayActOn): void {
  const { services } = app;

  app.post('/api/admin/deliveries/:id/retry', { onRequest: staff, schema: change }, async (request) => {
    const { id: deliveryId } = request.params;
    await actOnDelivery(services, requireMayActOn, 'retry', {
      ...request.body,
      deliveryId,
      actor: ownerOf(request).id,
    });
    return loadForStaff(services, deliveryId);
  });

  app.delete('/api/admin/deliveries/:id/hold', { onRequest: freshStaff, schema: change }, async (request) => {
    const { id: deliveryId } = request.params;
    await actOnDelivery(services, requireMayActOn, 'release', {
      ...request.body,
      deliveryId,
      actor: ownerOf(request).id,
    });
    return loadForStaff(services, deliveryId);
  });

  app.post(
    '/api/admin/deliveries/:id/settle',
    { onRequest: freshStaff, schema: { ...change, body: StaffSettling } },
    async (request) => {
      const { id: deliveryId } = request.params;
      const { outcome, ...body } = request.body;
      const verb = outcome === 'delivered' ? 'settleAsDelivered' : 'sendAgain';
      await actOnDelivery(services, requireMayActOn, verb, {
        ...body,
        deliveryId,
        actor: ownerOf(request).id,
      });
      return loadForStaff(services, deliveryId);
    },
  );
}

/** What staff send by post: packing it, handing it in, and what became of it. */
export async function postingsStaffRoutes(
  app: App,
  { requireMayActOn }: { requireMayActOn: RequireMayActOn },
): Promise<void> {
  const { services } = app;

  app.post(
    '/api/admin/deliveries/:id/packing',
    { onRequest: freshStaff, schema: { ...change, response: { 201: PackedDelivery } } },
    async (request, reply) => {
      const [{ id: actor }, { id: deliveryId }] = [ownerOf(request), request.params];
      await packDelivery(services, requireMayActOn, { ...request.body, deliveryId, actor });
      return reply.status(201).send(await loadPacked(services, actor, deliveryId));
    },
  );

  app.get(
    '/api/admin/deliveries/:id/packing',
    { onRequest: staff, schema: { params: IdParams, response: { 200: PackedDelivery } } },
    async (request) => loadPacked(services, ownerOf(request).id, request.params.id),
  );

  app.post(
    '/api/admin/deliveries/:id/posting',
    { onRequest: freshStaff, schema: { ...change, body: StaffPosting } },
    async (request) => {
      const { id: deliveryId } = request.params;
      await postDelivery(services, requireMayActOn, {
        ...request.body,
        deliveryId,
        actor: ownerOf(request).id,
      });
      return loadForStaff(services, deliveryId);
    },
  );

  for (const outcome of ['arrive', 'return'] as const) {
    app.post(
      `/api/admin/deliveries/:id/posting/${outcome}`,
      { onRequest: staff, schema: change },
      async (request) => {
        const { id: deliveryId } = request.params;
        await settlePosting(services, requireMayActOn, outcome, {
          ...request.body,
          deliveryId,
          actor: ownerOf(request).id,
        });
        return loadForStaff(services, deliveryId);
      },
    );
  }
}
