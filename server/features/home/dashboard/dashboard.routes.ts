import { UserStats } from '../../../../shared/accounts/stats.ts';
import { Attention } from '../../../../shared/home/attention.ts';
import { OwnFigures } from '../../../../shared/home/own-figures.ts';
import type { App } from '../../../platform/context.ts';
import { ownerOf, signedIn } from '../../accounts/auth/sessions/sessions.ts';
import { listAttention } from './attention.ts';
import { countForOwner } from './dashboard.ts';
import { readOwnFigures } from './own-figures.ts';

export async function dashboardRoutes(app: App): Promise<void> {
  app.get('/api/user/stats', { onRequest: signedIn, schema: { response: { 200: UserStats } } }, (request) =>
    countForOwner(app.services, ownerOf(request)),
  );

  app.get(
    '/api/attention',
    { onRequest: signedIn, schema: { response: { 200: Attention } } },
    async (request) => ({ items: await listAttention(app.services, ownerOf(request)) }),
  );

  app.get(
    '/api/user/figures',
    { onRequest: signedIn, schema: { response: { 200: OwnFigures } } },
    (request) => readOwnFigures(app.services, ownerOf(request)),
  );
}
