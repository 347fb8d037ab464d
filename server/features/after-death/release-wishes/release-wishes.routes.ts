import { ReleaseWishes, ReleaseWishesForm } from '../../../../shared/after-death/release-wishes.ts';
import type { App } from '../../../platform/context.ts';
import { ownerOf, signedIn } from '../../accounts/sessions/sessions.ts';
import { changeWishes } from './change-wishes.ts';
import { readWishes } from './read-wishes.ts';

const answersWishes = { response: { 200: ReleaseWishes } };

/** What owners choose about reports of their death, and what comes after. */
export async function releaseWishesRoutes(app: App): Promise<void> {
  const { services } = app;

  app.get('/api/release-wishes', { onRequest: signedIn, schema: answersWishes }, async (request) =>
    readWishes(services, ownerOf(request)),
  );

  app.put(
    '/api/release-wishes',
    { onRequest: signedIn, schema: { body: ReleaseWishesForm, ...answersWishes } },
    async (request) => readWishes(services, await changeWishes(services, ownerOf(request), request.body)),
  );
}
