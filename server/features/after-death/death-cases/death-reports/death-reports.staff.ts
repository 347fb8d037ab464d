import type { FastifyRequest } from 'fastify';
import {
  OtherEvidence,
  ProofParams,
  ProofView,
  StaffAccountChoice,
  StaffApproval,
  StaffAssignment,
  StaffRejection,
  StaffReportChange,
  StaffSignSetAside,
} from '../../../../../shared/after-death/staff-case-decisions.ts';
import {
  StaffDeathReport,
  StaffDeathReportList,
  StaffDeathReportQuery,
} from '../../../../../shared/after-death/staff-death-reports.ts';
import { StaffWindowAnswer } from '../../../../../shared/after-death/staff-windows.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App, Services } from '../../../../platform/context.ts';
import { sendBytes } from '../../../../platform/http/stored-file.ts';
import { ownerOf } from '../../../accounts/auth/sessions/sessions.ts';
import { freshStaff, staff } from '../../../accounts/auth/staff/staff.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { approveReport } from './approve-report.ts';
import { assignReport } from './assignees.ts';
import { listForStaff, loadForStaff } from './list-for-staff.ts';
import { chooseAccount, rejectReport, setSignAside, stopWindow } from './staff-actions.ts';
import { viewOtherEvidence, viewProof } from './view-proofs.ts';
import { readWindow } from './window-for-staff.ts';

const answer = { 200: StaffDeathReport };

type By = { reportId: string; member: UserRow };

/** Carries out a staff action on a report, and returns the report as that member sees it afterwards. */
function answerAfter(services: Services) {
  return async (request: FastifyRequest, act: (by: By) => Promise<void>) => {
    const by = { reportId: IdParams.parse(request.params).id, member: ownerOf(request) };
    await act(by);
    return loadForStaff(services, by.member, by.reportId);
  };
}

export async function deathReportsStaffRoutes(app: App): Promise<void> {
  const { services } = app;
  const after = answerAfter(services);

  app.get(
    '/api/admin/death-reports',
    {
      onRequest: staff,
      schema: { querystring: StaffDeathReportQuery, response: { 200: StaffDeathReportList } },
    },
    async (request) => listForStaff(services, ownerOf(request), request.query),
  );

  app.get(
    '/api/admin/death-reports/:id',
    { onRequest: staff, schema: { params: IdParams, response: answer } },
    async (request) => loadForStaff(services, ownerOf(request), request.params.id),
  );

  app.post(
    '/api/admin/death-reports/:id/approvals',
    { onRequest: freshStaff, schema: { params: IdParams, body: StaffApproval, response: answer } },
    async (request) => after(request, (by) => approveReport(services, { ...request.body, ...by })),
  );

  app.post(
    '/api/admin/death-reports/:id/rejection',
    { onRequest: staff, schema: { params: IdParams, body: StaffRejection, response: answer } },
    async (request) => after(request, (by) => rejectReport(services, { ...request.body, ...by })),
  );

  app.post(
    '/api/admin/death-reports/:id/sign-set-aside',
    { onRequest: freshStaff, schema: { params: IdParams, body: StaffSignSetAside, response: answer } },
    async (request) => after(request, (by) => setSignAside(services, { ...request.body, ...by })),
  );

  app.put(
    '/api/admin/death-reports/:id/account',
    { onRequest: freshStaff, schema: { params: IdParams, body: StaffAccountChoice, response: answer } },
    async (request) => after(request, (by) => chooseAccount(services, { ...request.body, ...by })),
  );

  app.put(
    '/api/admin/death-reports/:id/assignee',
    { onRequest: staff, schema: { params: IdParams, body: StaffAssignment, response: answer } },
    async (request) => after(request, (by) => assignReport(services, { ...request.body, ...by })),
  );

  windowRoutes(app);
  viewRoutes(app);
}

function windowRoutes(app: App): void {
  const { services } = app;
  const after = answerAfter(services);

  app.get(
    '/api/admin/death-reports/:id/window',
    { onRequest: staff, schema: { params: IdParams, response: { 200: StaffWindowAnswer } } },
    async (request) => ({ window: await readWindow(services, request.params.id) }),
  );

  app.post(
    '/api/admin/death-reports/:id/stop',
    { onRequest: staff, schema: { params: IdParams, body: StaffReportChange, response: answer } },
    async (request) => after(request, (by) => stopWindow(services, { ...request.body, ...by })),
  );
}

/** POST rather than GET, because every view is recorded. */
function viewRoutes(app: App): void {
  const { services } = app;

  app.post(
    '/api/admin/death-reports/:id/proofs/:proofId/view',
    { onRequest: freshStaff, schema: { params: ProofParams, body: ProofView } },
    async (request, reply) => {
      const { id: reportId, proofId } = request.params;
      const { reason } = request.body;
      const viewed = await viewProof(services, { reportId, proofId, reason, member: ownerOf(request) });
      const { bytes, mediaType } = viewed;
      return sendBytes(reply, bytes, {
        contentType: mediaType,
        fileName: `proof-${proofId}.${mediaType.split('/')[1]}`,
        download: false,
      });
    },
  );

  app.post(
    '/api/admin/death-reports/:id/other-evidence/view',
    {
      onRequest: freshStaff,
      schema: { params: IdParams, body: ProofView, response: { 200: OtherEvidence } },
    },
    async (request) => {
      const { reason } = request.body;
      return viewOtherEvidence(services, { reportId: request.params.id, reason, member: ownerOf(request) });
    },
  );
}
