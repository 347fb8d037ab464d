import {
  ReleaseRevocation,
  StaffRelease,
  StaffReleaseQuery,
} from '../../../../../shared/after-death/releases.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { ownerOf } from '../../../accounts/auth/sessions/sessions.ts';
import { freshStaff, staff } from '../../../accounts/auth/staff/staff.ts';
import { readRelease } from './read-release.ts';
import { type EndCorrections, revokeRelease } from './revoke-release.ts';

export async function releasesStaffRoutes(
  app: App,
  { endCorrections }: { endCorrections: EndCorrections },
): Promise<void> {
  const { services } = app;
  const answer = { response: { 200: StaffRelease } };

  app.get(
    '/api/admin/releases/:id',
    { onRequest: staff, schema: { params: IdParams, querystring: StaffReleaseQuery, ...answer } },
    async (request) => readRelease(services.db, request.params.id, request.query),
  );

  app.post(
    '/api/admin/releases/:id/revoke',
    { onRequest: freshStaff, schema: { params: IdParams, body: ReleaseRevocation, ...answer } },
    async (request) => {
      const { id: releaseId } = request.params;
      const { reason } = request.body;
      await revokeRelease(services, endCorrections, { releaseId, by: ownerOf(request).id, reason });
      return readRelease(services.db, releaseId, StaffReleaseQuery.parse({}));
    },
  );
}
