import { UserStats } from '../../../../shared/accounts/stats.ts';
import type { App } from '../../../platform/context.ts';
import { ownerOf, signedIn } from '../../accounts/auth/sessions/sessions.ts';
import { countForOwner } from './dashboard.ts';

export async function statsRoutes(app: App): Promise<void> {
  app.get('/api/user/stats', { onRequest: signedIn, schema: { response: { 200: UserStats } } }, (request) =>
    countForOwner(app.services, ownerOf(request)),
  );
}
