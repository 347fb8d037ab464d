import { User } from '../../../../../shared/accounts/accounts.ts';
import {
  DeletionBegun,
  DeletionForm,
  DeletionPreview,
} from '../../../../../shared/data-rights/account-deletion.ts';
import type { App } from '../../../../platform/context.ts';
import { passwordAttempts } from '../../../accounts/auth/passwords/passwords.ts';
import { clearCookie, ownerOf, signedIn } from '../../../accounts/auth/sessions/sessions.ts';
import { requireConfirmation } from '../../../accounts/auth/two-factor/two-factor.ts';
import { toUser } from '../../../accounts/profile/profile.ts';
import { limitAttempts } from '../../../system/attempt-limits/attempt-limits.ts';
import { unlessOff } from '../../../system/feature-switches/feature-switches.ts';
import { beginDeletion, previewDeletion, restoreAccount } from './account-deletion.ts';

/** Deleting an account, and restoring it in time. */
export async function accountDeletionRoutes(app: App): Promise<void> {
  const { services } = app;
  const onRequest = [unlessOff('account-deletion'), signedIn];

  app.get(
    '/api/user/deletion',
    { onRequest, schema: { response: { 200: DeletionPreview } } },
    async (request) => previewDeletion(services, ownerOf(request).id),
  );

  app.post(
    '/api/user/deletion',
    {
      onRequest,
      preHandler: limitAttempts(passwordAttempts),
      schema: { body: DeletionForm, response: { 200: DeletionBegun } },
    },
    async (request, reply) => {
      const owner = ownerOf(request);
      await requireConfirmation(services, owner, request.body);
      const begun = await beginDeletion(services, owner, request.body.received);
      clearCookie(reply);
      return begun;
    },
  );

  app.post(
    '/api/user/restore',
    { onRequest: signedIn, config: { whileBeingDeleted: true }, schema: { response: { 200: User } } },
    async (request) => toUser(services, await restoreAccount(services, ownerOf(request))),
  );
}
