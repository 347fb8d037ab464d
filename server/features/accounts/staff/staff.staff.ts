import { z } from 'zod';
import { PersonChange, StaffList, StaffMember } from '../../../../shared/accounts/staff.ts';
import { IdParams } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import { ownerOf } from '../sessions/sessions.ts';
import { grantStaff, listStaff, toStaffMember, withdrawStaff } from './roles.ts';
import { freshStaff, staff } from './staff.ts';

/** Lists the staff, and grants or withdraws the role. */
export async function staffStaffRoutes(app: App): Promise<void> {
  const { services } = app;
  const { db } = services;

  app.get('/api/admin/staff', { onRequest: staff, schema: { response: { 200: StaffList } } }, async () =>
    (await listStaff(db)).map(toStaffMember),
  );

  app.post(
    '/api/admin/people/:id/staff',
    {
      onRequest: freshStaff,
      schema: { params: IdParams, body: PersonChange, response: { 201: StaffMember } },
    },
    async (request, reply) => {
      const change = { by: ownerOf(request), userId: request.params.id, ...request.body };
      const granted = await inTransaction(db, (tx) => grantStaff(tx, services, change));
      return reply.status(201).send(toStaffMember(granted));
    },
  );

  app.delete(
    '/api/admin/people/:id/staff',
    {
      onRequest: freshStaff,
      schema: { params: IdParams, body: PersonChange, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const change = { by: ownerOf(request), userId: request.params.id, ...request.body };
      await inTransaction(db, (tx) => withdrawStaff(tx, services, change));
      return reply.status(204).send(null);
    },
  );
}
