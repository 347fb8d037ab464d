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
import { staffChanges } from '../../../accounts/auth/staff/changes/changes.ts';
import { freshStaff, staff } from '../../../accounts/auth/staff/staff.ts';
import { listRequestsForStaff, loadRequestForStaff } from './list-for-staff.ts';
import { openRequestWords } from './open-notes.ts';
import { answerRequest, declineRequest, writeAdminNotes } from './staff-actions.ts';

/** Requests for another time, and the answers of staff. */
export async function therapyRequestsStaffRoutes(app: App): Promise<void> {
  const { services } = app;
  const url = '/api/admin/therapy-requests';

  app.get(
    url,
    {
      onRequest: staff,
      schema: { querystring: StaffTherapyRequestQuery, response: { 200: StaffTherapyRequestList } },
    },
    async (request) => listRequestsForStaff(services, request.query),
  );

  app.get(
    `${url}/:id`,
    { onRequest: staff, schema: { params: IdParams, response: { 200: StaffTherapyRequest } } },
    async (request) => loadRequestForStaff(services, request.params.id),
  );

  const change = staffChanges(app, { url, answer: StaffTherapyRequest, load: loadRequestForStaff });
  change(['POST', 'answer'], staff, StaffRequestAnswer, answerRequest);
  change(['POST', 'decline'], staff, StaffRequestChange, declineRequest);
  change(['PUT', 'notes'], freshStaff, StaffRequestNotes, writeAdminNotes);

  app.post(
    `${url}/:id/open-notes`,
    {
      onRequest: freshStaff,
      schema: { params: IdParams, body: OpeningWords, response: { 200: RequestWords } },
    },
    async (request) => {
      const { id } = request.params;
      return openRequestWords(services, { ...request.body, actor: ownerOf(request).id, id });
    },
  );
}
