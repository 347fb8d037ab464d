import { z } from 'zod';
import {
  ChangePasswordForm,
  ForgotPasswordAnswer,
  ForgotPasswordForm,
  PasswordHint,
  PasswordHintForm,
  passwordResetMinutes,
  ResetLinkForm,
  ResetPasswordForm,
} from '../../../../../shared/accounts/passwords.ts';
import { SignedIn } from '../../../../../shared/accounts/sign-in.ts';
import type { App } from '../../../../platform/context.ts';
import {
  type AttemptLimit,
  addressOf,
  limitAttempts,
  perProcess,
} from '../../../system/attempt-limits/attempt-limits.ts';
import { unlessOff } from '../../../system/feature-switches/feature-switches.ts';
import type { AfterVerification } from '../../profile/profile.ts';
import { signedIn } from '../sessions/sessions.ts';
import { changePassword } from './change-password.ts';
import { passwordAttempts, passwordHint } from './passwords.ts';
import { openResetLink, requestPasswordReset, resetPassword } from './reset-password.ts';

const FormOfAccount = z.object({ email: z.string() });

/** One request for each pause in typing. */
const hintsOfAddress = { max: 60, timeWindow: '1 minute' };
const requestsOfAddress = { name: 'reset address', max: 20, minutes: 60, keyOf: addressOf };
const requestsForAccount: AttemptLimit = {
  name: 'reset account',
  max: 5,
  minutes: 60,
  keyOf: (request) => FormOfAccount.parse(request.body).email.toLowerCase(),
};
const resetsOfAddress = { max: 30, timeWindow: '1 hour' };

export async function passwordsRoutes(
  app: App,
  { afterVerification }: { afterVerification: AfterVerification },
): Promise<void> {
  const { services } = app;

  app.post(
    '/api/auth/password-hint',
    {
      config: { rateLimit: hintsOfAddress },
      schema: { body: PasswordHintForm, response: { 200: PasswordHint } },
    },
    async ({ body: { password, ...own } }) => ({ hint: await passwordHint(password, own) }),
  );

  app.post(
    '/api/auth/forgot-password',
    {
      config: { rateLimit: perProcess(requestsOfAddress) },
      preHandler: limitAttempts(requestsForAccount, requestsOfAddress),
      schema: { body: ForgotPasswordForm, response: { 200: ForgotPasswordAnswer } },
    },
    async (request) => {
      await requestPasswordReset(services, request.body.email);
      return {
        message: `If there is an account with this email address, we have sent a link to it. It works for ${passwordResetMinutes} minutes.`,
      };
    },
  );

  // Called when the page behind the link opens, so that nobody thinks up a password for a link that no longer works.
  app.post(
    '/api/auth/reset-password/check',
    {
      config: { rateLimit: resetsOfAddress },
      schema: { body: ResetLinkForm, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await openResetLink(services, request.body.token);
      return reply.status(204).send(null);
    },
  );

  app.post(
    '/api/auth/reset-password',
    {
      config: { rateLimit: resetsOfAddress },
      schema: { body: ResetPasswordForm, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await resetPassword(services, afterVerification, request.body);
      return reply.status(204).send(null);
    },
  );

  app.post(
    '/api/auth/change-password',
    {
      onRequest: [unlessOff('password-change'), signedIn],
      preHandler: limitAttempts(passwordAttempts),
      schema: { body: ChangePasswordForm, response: { 200: SignedIn } },
    },
    (request, reply) => changePassword(request, reply, request.body),
  );
}
