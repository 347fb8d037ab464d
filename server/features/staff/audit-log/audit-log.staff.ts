import type { FastifyReply } from 'fastify';
import {
  AuditCheckState,
  AuditLogExport,
  AuditLogList,
  AuditLogQuery,
} from '../../../../shared/staff/audit-log.ts';
import type { App } from '../../../platform/context.ts';
import { ownerOf } from '../../accounts/auth/sessions/sessions.ts';
import { freshStaff, staff } from '../../accounts/auth/staff/staff.ts';
import { cancelCheck, readChecks, startCheck } from './check-log.ts';
import { exportEntries } from './export-entries.ts';
import { listEntries } from './list-entries.ts';

/** Reading the audit log, verifying it, and exporting it as a file. */
export async function auditLogStaffRoutes(app: App): Promise<void> {
  const { services } = app;
  const state = { response: { 200: AuditCheckState } };

  app.get(
    '/api/admin/audit',
    { onRequest: staff, schema: { querystring: AuditLogQuery, response: { 200: AuditLogList } } },
    async (request) => listEntries(services, request.query),
  );

  app.post(
    '/api/admin/audit/export',
    { onRequest: freshStaff, schema: { body: AuditLogExport } },
    async (request, reply): Promise<FastifyReply> => {
      const file = await exportEntries(services, request.body, ownerOf(request).id);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="audit-log.csv"')
        .send(file);
    },
  );

  app.get('/api/admin/audit/check', { onRequest: staff, schema: state }, async () => readChecks(services));

  app.post('/api/admin/audit/check', { onRequest: staff, schema: state }, async (request) => {
    await startCheck(services, ownerOf(request).id);
    return readChecks(services);
  });

  app.delete('/api/admin/audit/check', { onRequest: staff, schema: state }, async (request) => {
    await cancelCheck(services, ownerOf(request).id);
    return readChecks(services);
  });
}
