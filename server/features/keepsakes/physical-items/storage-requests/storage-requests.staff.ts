import {
  StaffRequestAnswer,
  StaffRequestNotes,
  StaffStorageRequest,
  StaffStorageRequestList,
  StaffStorageRequestQuery,
} from '../../../../../shared/keepsakes/staff-storage-requests.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { staffChanges } from '../../../accounts/auth/staff/changes/changes.ts';
import { staff } from '../../../accounts/auth/staff/staff.ts';
import { listRequestsForStaff, loadRequestForStaff } from './list-for-staff.ts';
import { answerRequest, noteOnRequest } from './staff-actions.ts';

/** What owners want to send us, and our answers. */
export async function storageRequestsStaffRoutes(app: App): Promise<void> {
  const { services } = app;
  const url = '/api/admin/physical-storage-requests';

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
    { onRequest: staff, schema: { params: IdParams, response: { 200: StaffStorageRequest } } },
    async (request) => loadRequestForStaff(services, request.params.id),
  );

  const change = staffChanges(app, { url, answer: StaffStorageRequest, load: loadRequestForStaff });
  change(['POST', 'approve'], staff, StaffRequestAnswer, answerRequest('approve'));
  change(['POST', 'decline'], staff, StaffRequestAnswer, answerRequest('decline'));
  change(['PUT', 'notes'], staff, StaffRequestNotes, noteOnRequest);
}
