import { MemoryReach } from '../../../../../shared/memories/memory-reach.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { ownerOf, signedIn } from '../../../accounts/auth/sessions/sessions.ts';
import { readReach } from './reach.ts';

/** Which recipients already have a memory, and which are still to get it. */
export async function reachRoutes(app: App): Promise<void> {
  app.get(
    '/api/memories/:id/reach',
    { onRequest: signedIn, schema: { params: IdParams, response: { 200: MemoryReach } } },
    async (request) => readReach(app.services.db, ownerOf(request).id, request.params.id),
  );
}
