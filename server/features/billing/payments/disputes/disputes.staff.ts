import { StaffDisputeList, StaffDisputeQuery } from '../../../../../shared/billing/disputes.ts';
import type { App } from '../../../../platform/context.ts';
import { staff } from '../../../accounts/staff/staff.ts';
import { listDisputes } from './staff-disputes.ts';

/** Charges that payers dispute with their bank. They are answered on the provider's own pages. */
export async function disputesStaffRoutes(app: App): Promise<void> {
  app.get(
    '/api/admin/disputes',
    { onRequest: staff, schema: { querystring: StaffDisputeQuery, response: { 200: StaffDisputeList } } },
    async (request) => listDisputes(app.services, request.query),
  );
}
