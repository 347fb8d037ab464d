import type { FastifyRequest } from 'fastify';
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
import { freshStaff, type RequireMayActOn, staff } from '../../accounts/auth/staff/staff.ts';
import type { RenewTrustedLinks } from './said/said.ts';
import { countForStaff, listForStaff, loadForStaff } from './staff/list-for-staff.ts';
import { loadPacked } from './staff/parcels.ts';
import { packDelivery, postDelivery, settlePosting } from './staff/postings.ts';
import { actOnDelivery, confirmAddress, type StaffAct, type StaffVerb } from './staff/staff-actions.ts';

const one = '/api/admin/deliveries/:id';
const answer = { 200: StaffDelivery };
const change = { params: IdParams, body: StaffDeliveryChange, response: answer };

/** Adds to a change the delivery that it concerns and the member of staff who makes it. */
function byStaff<Change>(request: FastifyRequest & { params: { id: string } }, body: Change) {
  return { ...body, deliveryId: request.params.id, actor: ownerOf(request).id };
}

/** Undelivered deliveries: what stands in their way, and what staff can do about it. */
export async function deliveriesStaffRoutes(
  app: App,
  {
    requireMayActOn,
    renewTrustedLinks,
  }: { requireMayActOn: RequireMayActOn; renewTrustedLinks: RenewTrustedLinks },
): Promise<void> {
  const { services } = app;
  const act = async (verb: StaffVerb, by: StaffAct) => {
    await actOnDelivery(services, requireMayActOn, verb, by);
    return loadForStaff(services, by.deliveryId);
  };

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

  app.get(one, { onRequest: staff, schema: { params: IdParams, response: answer } }, async (request) =>
    loadForStaff(services, request.params.id),
  );

  app.post(`${one}/retry`, { onRequest: staff, schema: change }, async (request) =>
    act('retry', byStaff(request, request.body)),
  );

  app.post(`${one}/hold`, { onRequest: freshStaff, schema: change }, async (request) =>
    act('hold', byStaff(request, request.body)),
  );

  app.delete(`${one}/hold`, { onRequest: freshStaff, schema: change }, async (request) =>
    act('release', byStaff(request, request.body)),
  );

  app.post(`${one}/right-address`, { onRequest: freshStaff, schema: change }, async (request) => {
    await confirmAddress(services, { requireMayActOn, renewTrustedLinks }, byStaff(request, request.body));
    return loadForStaff(services, request.params.id);
  });

  app.post(
    `${one}/settle`,
    { onRequest: freshStaff, schema: { ...change, body: StaffSettling } },
    async (request) => {
      const { outcome, ...body } = request.body;
      const verb = outcome === 'delivered' ? 'settleAsDelivered' : 'sendAgain';
      return act(verb, byStaff(request, body));
    },
  );
}

/** Deliveries that staff send by post: packing, posting, and what became of them. */
export async function postingsStaffRoutes(
  app: App,
  { requireMayActOn }: { requireMayActOn: RequireMayActOn },
): Promise<void> {
  const { services } = app;

  app.post(
    `${one}/packing`,
    { onRequest: freshStaff, schema: { ...change, response: { 201: PackedDelivery } } },
    async (request, reply) => {
      const by = byStaff(request, request.body);
      await packDelivery(services, requireMayActOn, by);
      return reply.status(201).send(await loadPacked(services, by.actor, by.deliveryId));
    },
  );

  app.get(
    `${one}/packing`,
    { onRequest: staff, schema: { params: IdParams, response: { 200: PackedDelivery } } },
    async (request) => loadPacked(services, ownerOf(request).id, request.params.id),
  );

  app.post(
    `${one}/posting`,
    { onRequest: freshStaff, schema: { ...change, body: StaffPosting } },
    async (request) => {
      await postDelivery(services, requireMayActOn, byStaff(request, request.body));
      return loadForStaff(services, request.params.id);
    },
  );

  for (const outcome of ['arrive', 'return'] as const) {
    app.post(`${one}/posting/${outcome}`, { onRequest: staff, schema: change }, async (request) => {
      await settlePosting(services, requireMayActOn, outcome, byStaff(request, request.body));
      return loadForStaff(services, request.params.id);
    });
  }
}
