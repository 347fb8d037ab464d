import {
  PackedDelivery,
  StaffDelivery,
  StaffDeliveryChange,
  StaffPosting,
} from '../../../../shared/delivery/staff-deliveries.ts';
import { IdParams } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { ownerOf } from '../../accounts/auth/sessions/sessions.ts';
import { freshStaff, staff } from '../../accounts/staff/staff.ts';
import { loadForStaff } from './list-for-staff.ts';
import { loadPacked, packDelivery, postDelivery, settlePosting } from './postings.ts';
import type { RequireMayActOn } from './staff-acts.ts';

const change = { params: IdParams, body: StaffDeliveryChange, response: { 200: StaffDelivery } };

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
