import type { FastifyRequest } from 'fastify';
import {
  AddressChangeDecision,
  AddressChangeLetter,
  AddressChangeSettling,
  StaffAddressChange,
  StaffAddressChangeList,
  StaffAddressChangeQuery,
  StaffReaddressing,
} from '../../../../../shared/after-death/staff-address-changes.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { ownerOf } from '../../../accounts/auth/sessions/sessions.ts';
import { freshStaff, staff } from '../../../accounts/auth/staff/staff.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { listForStaff, loadForStaff } from './list-for-staff.ts';
import { noteLetter } from './note-letter.ts';
import { proposeAddress } from './propose-address.ts';
import { actOnChange } from './staff-actions.ts';

const answer = { response: { 200: StaffAddressChange } };
const decision = { params: IdParams, body: AddressChangeDecision, ...answer };

/** Addresses that somebody other than the owner has changed or wants to change. No route makes a new one take effect sooner. */
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

type By = { changeId: string; member: UserRow };

/** Decisions of staff about a change. Putting something on hold needs no fresh sign-in. */
function decisionRoutes(app: App): void {
  const { services } = app;

  const after = async (request: FastifyRequest, act: (by: By) => Promise<void>) => {
    const by = { changeId: IdParams.parse(request.params).id, member: ownerOf(request) };
    await act(by);
    return loadForStaff(services, by.member.id, by.changeId);
  };

  app.post(
    '/api/admin/address-changes/:id/settle',
    { onRequest: freshStaff, schema: { ...decision, body: AddressChangeSettling } },
    async (request) => {
      const { outcome, ...body } = request.body;
      const action = outcome === 'right' ? 'settle-right' : 'put-back';
      return after(request, (by) => actOnChange(services, action, { ...body, ...by }));
    },
  );

  app.post(
    '/api/admin/address-changes/:id/letter',
    { onRequest: staff, schema: { ...decision, body: AddressChangeLetter } },
    async (request) => {
      const { notice: noticeId, ...body } = request.body;
      return after(request, (by) => noteLetter(services, { ...body, noticeId, ...by }));
    },
  );

  for (const [action, guard] of [
    ['confirm', freshStaff],
    ['refuse', staff],
    ['hold', staff],
  ] as const)
    app.post(
      `/api/admin/address-changes/:id/${action}`,
      { onRequest: guard, schema: decision },
      async (request) => after(request, (by) => actOnChange(services, action, { ...request.body, ...by })),
    );
}
