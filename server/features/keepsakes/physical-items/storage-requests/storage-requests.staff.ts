import type { FastifyRequest } from 'fastify';
import {
  StaffRequestAnswer,
  StaffRequestNotes,
  StaffStorageRequest,
  StaffStorageRequestList,
  StaffStorageRequestQuery,
} from '../../../../../shared/keepsakes/staff-storage-requests.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { ownerOf } from '../../../accounts/auth/sessions/sessions.ts';
import { staff } from '../../../accounts/staff/staff.ts';
import { listRequestsForStaff, loadRequestForStaff } from './list-for-staff.ts';
import { answerRequest, noteOnRequest } from './staff-actions.ts';

const answer = { 200: StaffStorageRequest };

/** What owners want to send us, and our answers. */
export async function storageRequestsStaffRoutes(app: App): Promise<void> {
  const { services } = app;
  const url = '/api/admin/physical-storage-requests';
  const byStaff = (request: FastifyRequest<{ Params: { id: string } }>) => ({
    actor: ownerOf(request).id,
    requestId: request.params.id,
  });

  app.get(
    url,
    {
      onRequest: staff,
      schema: { querystring: StaffStorageRequestQuery, response: { 200: StaffStorageRequestList } },
    },
    async (request) => listRequestsForStaff(services, request.query),
  );

  app.get(
    `${url}/:id`,
    { onRequest: staff, schema: { params: IdParams, response: answer } },
    async (request) => loadRequestForStaff(services, request.params.id),
  );

  for (const act of ['approve', 'decline'] as const)
    app.post(
      `${url}/:id/${act}`,
      { onRequest: staff, schema: { params: IdParams, body: StaffRequestAnswer, response: answer } },
      async (request) => {
        await answerRequest(services, act, { ...request.body, ...byStaff(request) });
        return loadRequestForStaff(services, request.params.id);
      },
    );

  app.put(
    `${url}/:id/notes`,
    { onRequest: staff, schema: { params: IdParams, body: StaffRequestNotes, response: answer } },
    async (request) => {
      await noteOnRequest(services, { ...request.body, ...byStaff(request) });
      return loadRequestForStaff(services, request.params.id);
    },
  );
}
