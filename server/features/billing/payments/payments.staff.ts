import { StaffDisputeList, StaffDisputeQuery } from '../../../../shared/billing/disputes.ts';
import {
  StaffGivingBack,
  StaffRefund,
  StaffRefunding,
  StaffRefundList,
  StaffRefundQuery,
} from '../../../../shared/billing/refunds.ts';
import { IdParams } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { ownerOf } from '../../accounts/auth/sessions/sessions.ts';
import { freshStaff, staff } from '../../accounts/auth/staff/staff.ts';
import { listDisputes } from './disputes/list-for-staff.ts';
import { listRefunds, loadRefund } from './refunds/list-for-staff.ts';
import { askForRefund, recordGivenBack } from './refunds/staff-actions.ts';

/**
 * Refunds: paid by the provider, or recorded if they were made in another way. Disputed charges: only to look
 * at, since they are answered on the provider's own pages.
 */
export async function paymentsStaffRoutes(app: App): Promise<void> {
  const { services } = app;
  const answer = { 200: StaffRefund };

  app.get(
    '/api/admin/refunds',
    { onRequest: staff, schema: { querystring: StaffRefundQuery, response: { 200: StaffRefundList } } },
    async (request) => listRefunds(services, request.query),
  );

  app.get(
    '/api/admin/refunds/:id',
    { onRequest: staff, schema: { params: IdParams, response: answer } },
    async (request) => loadRefund(services, request.params.id),
  );

  app.post(
    '/api/admin/refunds/:id/refund',
    { onRequest: freshStaff, schema: { params: IdParams, body: StaffRefunding, response: answer } },
    async (request) => {
      const { id: refundId } = request.params;
      await askForRefund(services, { ...request.body, refundId, actor: ownerOf(request).id });
      return loadRefund(services, refundId);
    },
  );

  app.post(
    '/api/admin/refunds/:id/given-back',
    { onRequest: freshStaff, schema: { params: IdParams, body: StaffGivingBack, response: answer } },
    async (request) => {
      const { id: refundId } = request.params;
      await recordGivenBack(services, { ...request.body, refundId, actor: ownerOf(request).id });
      return loadRefund(services, refundId);
    },
  );

  app.get(
    '/api/admin/disputes',
    { onRequest: staff, schema: { querystring: StaffDisputeQuery, response: { 200: StaffDisputeList } } },
    async (request) => listDisputes(services, request.query),
  );
}
