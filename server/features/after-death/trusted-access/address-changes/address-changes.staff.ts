import {
  AddressChangeDecision,
  AddressChangeLetter,
  AddressChangeSettling,
  StaffAddressChange,
  StaffAddressChangeList,
  StaffAddressChangeQuery,
  StaffReaddressing,
} from '../../../../../shared/after-death/address-changes.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { ownerOf } from '../../../accounts/auth/sessions/sessions.ts';
import { freshStaff, staff } from '../../../accounts/staff/staff.ts';
import { listForStaff, loadForStaff } from './list-for-staff.ts';
import { actOnChange, noteLetter, proposeAddress } from './staff-actions.ts';

const answer = { response: { 200: StaffAddressChange } };
const decision = { params: IdParams, body: AddressChangeDecision, ...answer };

/** Addresses that others than their owners changed, or want to change. Nothing makes a new one count sooner. */
export async function addressChangesStaffRoutes(app: App): Promise<void> {
  const { services } = app;

  app.post(
    '/api/admin/deliveries/:id/address',
    {
      onRequest: freshStaff,
      schema: { params: IdParams, body: StaffReaddressing, response: { 201: StaffAddressChange } },
    },
    async (request, reply) => {
      const member = ownerOf(request);
      const { id } = await proposeAddress(services, member, request.params.id, request.body);
      return reply.status(201).send(await loadForStaff(services, member.id, id));
    },
  );

  app.get(
    '/api/admin/address-changes',
    {
      onRequest: staff,
      schema: { querystring: StaffAddressChangeQuery, response: { 200: StaffAddressChangeList } },
    },
    async (request) => listForStaff(services, ownerOf(request).id, request.query),
  );

  app.get(
    '/api/admin/address-changes/:id',
    { onRequest: staff, schema: { params: IdParams, ...answer } },
    async (request) => loadForStaff(services, ownerOf(request).id, request.params.id),
  );

  decisionRoutes(app);
}

/** What staff decide about one. Keeping something back needs no fresh sign-in. */
function decisionRoutes(app: App): void {
  const { services } = app;

  app.post(
    '/api/admin/address-changes/:id/settle',
    { onRequest: freshStaff, schema: { ...decision, body: AddressChangeSettling } },
    async (request) => {
      const [member, { id: changeId }, { outcome, ...body }] = [
        ownerOf(request),
        request.params,
        request.body,
      ];
      const verb = outcome === 'right' ? 'settle-right' : 'put-back';
      await actOnChange(services, verb, { ...body, member, changeId });
      return loadForStaff(services, member.id, changeId);
    },
  );

  app.post(
    '/api/admin/address-changes/:id/letter',
    { onRequest: staff, schema: { ...decision, body: AddressChangeLetter } },
    async (request) => {
      const [member, { id: changeId }, { notice: noticeId, ...body }] = [
        ownerOf(request),
        request.params,
        request.body,
      ];
      await noteLetter(services, { ...body, noticeId, member, changeId });
      return loadForStaff(services, member.id, changeId);
    },
  );

  for (const [verb, guard] of [
    ['confirm', freshStaff],
    ['refuse', staff],
    ['hold', staff],
  ] as const)
    app.post(
      `/api/admin/address-changes/:id/${verb}`,
      { onRequest: guard, schema: decision },
      async (request) => {
        const [member, { id: changeId }] = [ownerOf(request), request.params];
        await actOnChange(services, verb, { ...request.body, member, changeId });
        return loadForStaff(services, member.id, changeId);
      },
    );
}
