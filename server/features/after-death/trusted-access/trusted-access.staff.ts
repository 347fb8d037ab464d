import {
  StaffCorrectionList,
  StaffCorrectionQuery,
} from '../../../../shared/after-death/staff-corrections.ts';
import { IdParams } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { staff } from '../../accounts/auth/staff/staff.ts';
import { listCorrections } from '../death-cases/contacts/contacts.ts';

export async function trustedAccessStaffRoutes(app: App): Promise<void> {
  app.get(
    '/api/admin/releases/:id/corrections',
    {
      onRequest: staff,
      schema: { params: IdParams, querystring: StaffCorrectionQuery, response: { 200: StaffCorrectionList } },
    },
    async (request) => listCorrections(app.services.db, request.params.id, request.query),
  );
}
