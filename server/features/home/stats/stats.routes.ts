import { UserStats } from '../../../../shared/accounts/accounts.ts';
import type { App } from '../../../platform/context.ts';
import { ownerOf, signedIn } from '../../accounts/sessions/sessions.ts';
import { countForOwner } from './stats.ts';

export async function statsRoutes(app: App): Promise<void> {
  const { db, clock } = app.services;
  app.get('/api/user/stats', { onRequest: signedIn, schema: { response: { 200: UserStats } } }, (request) =>
    countForOwner(db, clock.now(), ownerOf(request)),
  );
}
