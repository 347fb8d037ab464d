import {
  PersonChange,
  StaffList,
  StaffRoleChange,
  StaffRoleChangeList,
} from '../../../../../shared/accounts/staff.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { ownerOf } from '../sessions/sessions.ts';
import { decideRoleChange } from './decide-role-change.ts';
import { listRoleChanges, loadRoleChange } from './list-role-changes.ts';
import { proposeRoleChange } from './role-changes.ts';
import { listStaff, toStaffMember } from './roles.ts';
import { freshStaff, staff } from './staff.ts';

/** Lists the staff, and grants or withdraws the role; a second member confirms it if there is one. */
export async function staffStaffRoutes(app: App): Promise<void> {
  const { services } = app;
  const schema = { params: IdParams, body: PersonChange };

  app.get('/api/admin/staff', { onRequest: staff, schema: { response: { 200: StaffList } } }, async () =>
    (await listStaff(services.db)).map(toStaffMember),
  );

  app.post(
    '/api/admin/people/:id/staff',
    { onRequest: freshStaff, schema: { ...schema, response: { 201: StaffRoleChange } } },
    async (request, reply) => {
      const [by, userId] = [ownerOf(request), request.params.id];
      const { id } = await proposeRoleChange(services, 'grant', { ...request.body, by, userId });
      return reply.status(201).send(await loadRoleChange(services, by.id, id));
    },
  );

  app.delete(
    '/api/admin/people/:id/staff',
    { onRequest: freshStaff, schema: { ...schema, response: { 200: StaffRoleChange } } },
    async (request) => {
      const [by, userId] = [ownerOf(request), request.params.id];
      const { id } = await proposeRoleChange(services, 'withdrawal', { ...request.body, by, userId });
      return loadRoleChange(services, by.id, id);
    },
  );

  app.get(
    '/api/admin/staff-role-changes',
    { onRequest: staff, schema: { response: { 200: StaffRoleChangeList } } },
    async (request) => listRoleChanges(services, ownerOf(request).id),
  );

  // None of these grants a right, so none needs a fresh sign-in.
  for (const [act, verb, guard] of [
    ['confirm', 'confirmed', freshStaff],
    ['refuse', 'refused', staff],
    ['take-back', 'taken-back', staff],
  ] as const)
    app.post(
      `/api/admin/staff-role-changes/:id/${act}`,
      { onRequest: guard, schema: { ...schema, response: { 200: StaffRoleChange } } },
      async (request) => {
        const [by, changeId] = [ownerOf(request), request.params.id];
        await decideRoleChange(services, verb, { ...request.body, by, changeId });
        return loadRoleChange(services, by.id, changeId);
      },
    );
}
