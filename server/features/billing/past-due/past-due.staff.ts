import { z } from 'zod';
import {
  PastDueAccount,
  PastDueList,
  PastDueQuery,
  StaffExtension,
} from '../../../../shared/billing/past-due.ts';
import { IdParams } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { ownerOf } from '../../accounts/auth/sessions/sessions.ts';
import { freshStaff, type RequireMayActOn, staff } from '../../accounts/auth/staff/staff.ts';
import { extendPlan } from './extend-plan.ts';
import { listPastDue, loadPastDue } from './list-for-staff.ts';

/** Accounts whose plan is no longer paid. */
export async function pastDueStaffRoutes(
  app: App,
  { requireMayActOn }: { requireMayActOn: RequireMayActOn },
): Promise<void> {
  const { services } = app;

  app.get(
    '/api/admin/arrears',
    { onRequest: staff, schema: { querystring: PastDueQuery, response: { 200: PastDueList } } },
    async (request) => listPastDue(services, request.query),
  );

  app.get(
    '/api/admin/arrears/:id',
    { onRequest: staff, schema: { params: IdParams, response: { 200: PastDueAccount } } },
    async (request) => loadPastDue(services, request.params.id),
  );

  app.post(
    '/api/admin/arrears/:id/extend',
    {
      onRequest: freshStaff,
      schema: { params: IdParams, body: StaffExtension, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const by = { ...request.body, userId: request.params.id, actor: ownerOf(request).id };
      await extendPlan(services, requireMayActOn, by);
      return reply.status(204).send(null);
    },
  );
}
