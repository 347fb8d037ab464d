import { z } from 'zod';
import { ConfirmedEmail, LinkForm } from '../../../../../shared/accounts/passwords.ts';
import type { App } from '../../../../platform/context.ts';
import { limitAttempts } from '../../../system/attempt-limits/attempt-limits.ts';
import type { AfterVerification } from '../../profile/profile.ts';
import { attemptsOfOwner, ownerOf, signedIn } from '../sessions/sessions.ts';
import { cancelEmailChange, confirmEmailChange } from './change-email.ts';
import { resendVerification, verifyEmail } from './email-addresses.ts';
import { confirmSecondEmail } from './second-email.ts';
import { undoEmailChange } from './undo-email-change.ts';

const linksOfAddress = { max: 60, timeWindow: '1 hour' };
const resendsOfAccount = attemptsOfOwner('resend account', 5, 60);

/** Verifying and changing an address, and undoing the change. Links in mails work without signing in. */
export async function emailAddressesRoutes(
  app: App,
  { afterVerification }: { afterVerification: AfterVerification },
): Promise<void> {
  const { services } = app;
  const linkRoutes = [
    ['/api/auth/verify-email', (token: string) => verifyEmail(services, afterVerification, token)],
    ['/api/auth/confirm-email', (token: string) => confirmEmailChange(services, afterVerification, token)],
    ['/api/auth/confirm-second-email', (token: string) => confirmSecondEmail(services, token)],
    ['/api/auth/undo-email-change', (token: string) => undoEmailChange(services, token)],
  ] as const;
  for (const [url, follow] of linkRoutes) {
    app.post(
      url,
      {
        config: { rateLimit: linksOfAddress },
        schema: { body: LinkForm, response: { 200: ConfirmedEmail } },
      },
      async (request) => ({ email: await follow(request.body.token) }),
    );
  }

  const answersNothing = { response: { 204: z.null() } };

  app.post(
    '/api/auth/verify-email/resend',
    {
      onRequest: signedIn,
      preHandler: limitAttempts(resendsOfAccount),
      schema: answersNothing,
    },
    async (request, reply) => {
      await resendVerification(services, ownerOf(request));
      return reply.status(204).send(null);
    },
  );

  app.delete(
    '/api/user/pending-email',
    { onRequest: signedIn, schema: answersNothing },
    async (request, reply) => {
      await cancelEmailChange(services, ownerOf(request));
      return reply.status(204).send(null);
    },
  );
}
