import { KeptFiles } from '../../../../../shared/data-rights/kept-files.ts';
import type { App } from '../../../../platform/context.ts';
import { ownerOf, signedIn } from '../../../accounts/auth/sessions/sessions.ts';
import { itemFiles } from '../../../keepsakes/physical-items/physical-items.ts';
import { memoryFiles } from '../../../memories/memories/memories.ts';
import { countWhole } from '../../../system/stored-files/stored-files.ts';

/** Whether what somebody left here is still what it was. */
export async function keptFilesRoutes(app: App): Promise<void> {
  app.get('/api/user/files', { onRequest: signedIn, schema: { response: { 200: KeptFiles } } }, (request) =>
    countWhole(app.services.db, [...memoryFiles, ...itemFiles], ownerOf(request).id),
  );
}
