import { z } from 'zod';
import { ConfirmationForm } from '../../../../../shared/accounts/passwords.ts';
import { ExportAddress, ExportState } from '../../../../../shared/data-rights/account-export.ts';
import { KeptFiles } from '../../../../../shared/system/kept-files.ts';
import type { App } from '../../../../platform/context.ts';
import { sendStoredFile } from '../../../../platform/http/stored-file.ts';
import { passwordAttempts } from '../../../accounts/auth/passwords/passwords.ts';
import { ownerOf, sessionOf, signedIn } from '../../../accounts/auth/sessions/sessions.ts';
import { requireConfirmation } from '../../../accounts/auth/two-factor/two-factor.ts';
import { itemFiles } from '../../../keepsakes/physical-items/physical-items.ts';
import { memoryFiles } from '../../../memories/memories/memories.ts';
import { limitAttempts } from '../../../system/attempt-limits/attempt-limits.ts';
import { countWhole } from '../../../system/stored-files/stored-files.ts';
import { beginExport, cancelExport, exportFile, readExport, unlockExport } from './account-export.ts';

/** A copy of everything an owner stores here, available even while the account is being deleted, and whether it is still intact. */
export async function accountExportRoutes(app: App): Promise<void> {
  const { services } = app;
  const confirmed = {
    onRequest: signedIn,
    config: { whileBeingDeleted: true },
    preHandler: limitAttempts(passwordAttempts),
  };

  app.get(
    '/api/user/export',
    { onRequest: signedIn, schema: { response: { 200: ExportState } } },
    (request) => readExport(services.db, services.clock.now(), ownerOf(request), sessionOf(request)),
  );

  app.post(
    '/api/user/export',
    { ...confirmed, schema: { body: ConfirmationForm, response: { 202: ExportState } } },
    async (request, reply) => {
      await requireConfirmation(services, ownerOf(request), request.body);
      return reply.status(202).send(await beginExport(services, ownerOf(request), sessionOf(request)));
    },
  );

  app.delete(
    '/api/user/export',
    { onRequest: signedIn, config: { whileBeingDeleted: true }, schema: { response: { 204: z.null() } } },
    async (request, reply) => {
      await cancelExport(services, ownerOf(request));
      return reply.status(204).send(null);
    },
  );

  app.post(
    '/api/user/export/unlock',
    { ...confirmed, schema: { body: ConfirmationForm, response: { 200: ExportAddress } } },
    async (request) => {
      await requireConfirmation(services, ownerOf(request), request.body);
      return unlockExport(services, ownerOf(request), sessionOf(request));
    },
  );

  app.get('/api/user/export/file', { onRequest: signedIn }, async (request, reply) => {
    const file = await exportFile(services, ownerOf(request), sessionOf(request));
    reply.header('cache-control', 'private, no-store');
    return sendStoredFile(request, reply, services, file);
  });

  app.get('/api/user/files', { onRequest: signedIn, schema: { response: { 200: KeptFiles } } }, (request) =>
    countWhole(services.db, [...memoryFiles, ...itemFiles], ownerOf(request).id),
  );
}
