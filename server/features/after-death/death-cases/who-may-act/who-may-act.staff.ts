import { StaffStanding } from '../../../../../shared/after-death/staff-standing.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { ownerOf } from '../../../accounts/auth/sessions/sessions.ts';
import { staff } from '../../../accounts/auth/staff/staff.ts';
import { standingOf } from './who-may-act.ts';

export async function whoMayActStaffRoutes(app: App): Promise<void> {
  app.get(
    '/api/admin/people/:id/standing',
    { onRequest: staff, schema: { params: IdParams, response: { 200: StaffStanding } } },
    async (request) => standingOf(app.services, ownerOf(request), request.params.id),
  );
}
