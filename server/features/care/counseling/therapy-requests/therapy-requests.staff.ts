import type { FastifyRequest } from 'fastify';
import { OpeningWords } from '../../../../../shared/care/staff-counselor-bookings.ts';
import {
  RequestWords,
  StaffRequestAnswer,
  StaffRequestChange,
  StaffRequestNotes,
  StaffTherapyRequest,
  StaffTherapyRequestList,
  StaffTherapyRequestQuery,
} from '../../../../../shared/care/staff-therapy-requests.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { ownerOf } from '../../../accounts/auth/sessions/sessions.ts';
import { freshStaff, staff } from '../../../accounts/staff/staff.ts';
import { listRequestsForStaff, loadRequestForStaff } from './list-for-staff.ts';
import { answerRequest, declineRequest, openRequestWords, writeAdminNotes } from './staff-actions.ts';

const params = IdParams;
const response = { 200: StaffTherapyRequest };

function byStaff(request: FastifyRequest<{ Params: { id: string } }>) {
  return { actor: ownerOf(request).id, requestId: request.params.id };
}

/** Requests for another time, and what staff answer. */
export async function therapyRequestsStaffRoutes(app: App): Promise<void> {
  const { services } = app;
  const path = '/api/admin/therapy-requests';

  app.get(
    path,
    {
      onRequest: staff,
      schema: { querystring: StaffTherapyRequestQuery, response: { 200: StaffTherapyRequestList } },
    },
    async (request) => listRequestsForStaff(services, request.query),
  );

  app.get(`${path}/:id`, { onRequest: staff, schema: { params, response } }, async (request) =>
    loadRequestForStaff(services, request.params.id),
  );

  app.post(
    `${path}/:id/answer`,
    { onRequest: staff, schema: { params, body: StaffRequestAnswer, response } },
    async (request) => {
      await answerRequest(services, { ...request.body, ...byStaff(request) });
      return loadRequestForStaff(services, request.params.id);
    },
  );

  app.post(
    `${path}/:id/decline`,
    { onRequest: staff, schema: { params, body: StaffRequestChange, response } },
    async (request) => {
      await declineRequest(services, { ...request.body, ...byStaff(request) });
      return loadRequestForStaff(services, request.params.id);
    },
  );

  app.post(
    `${path}/:id/open-notes`,
    { onRequest: freshStaff, schema: { params, body: OpeningWords, response: { 200: RequestWords } } },
    async (request) => openRequestWords(services, { ...request.body, ...byStaff(request) }),
  );

  app.put(
    `${path}/:id/notes`,
    { onRequest: freshStaff, schema: { params, body: StaffRequestNotes, response } },
    async (request) => {
      await writeAdminNotes(services, { ...request.body, ...byStaff(request) });
      return loadRequestForStaff(services, request.params.id);
    },
  );
}
