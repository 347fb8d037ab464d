import { StaffViews } from '../../../../../shared/accounts/staff.ts';
import type { App } from '../../../../platform/context.ts';
import { ownerOf, signedIn } from '../sessions/sessions.ts';
import { listViews } from './account-views.ts';

/** When our staff looked at the account of the person who asks. */
export async function staffViewsRoutes(app: App): Promise<void> {
  app.get(
    '/api/auth/staff-views',
    { onRequest: signedIn, schema: { response: { 200: StaffViews } } },
    async (request) => listViews(app.services.db, ownerOf(request).id),
  );
}
