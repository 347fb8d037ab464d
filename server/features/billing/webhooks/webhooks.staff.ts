import { z } from 'zod';
import {
  NoticeParams,
  StaffNoticeAct,
  StaffPaymentNoticeList,
  StaffPaymentNoticeQuery,
} from '../../../../shared/billing/staff-payment-notices.ts';
import type { App } from '../../../platform/context.ts';
import { ownerOf } from '../../accounts/auth/sessions/sessions.ts';
import { freshStaff, staff } from '../../accounts/auth/staff/staff.ts';
import { actOnNotice, listFailedNotices } from './staff-actions.ts';

/** Events of the payment provider that could not be applied. */
export async function paymentNoticesStaffRoutes(app: App): Promise<void> {
  const { services } = app;
  const schema = { params: NoticeParams, body: StaffNoticeAct, response: { 204: z.null() } };

  app.get(
    '/api/admin/payment-notices',
    {
      onRequest: staff,
      schema: { querystring: StaffPaymentNoticeQuery, response: { 200: StaffPaymentNoticeList } },
    },
    async (request) => listFailedNotices(services, request.query),
  );

  for (const name of ['try-again', 'set-aside'] as const)
    app.post(
      `/api/admin/payment-notices/:id/${name}`,
      { onRequest: freshStaff, schema },
      async (request, reply) => {
        const { id: noticeId } = request.params;
        await actOnNotice(services, name, { ...request.body, noticeId, actor: ownerOf(request).id });
        return reply.status(204).send(null);
      },
    );
}
