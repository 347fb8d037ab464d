import { z } from 'zod';
import { SignedIn } from '../../../../shared/accounts/accounts.ts';
import {
  ChangePasswordForm,
  ForgotPasswordAnswer,
  ForgotPasswordForm,
  PasswordHint,
  PasswordHintForm,
  passwordResetMinutes,
  ResetPasswordForm,
} from '../../../../shared/accounts/passwords.ts';
import type { App } from '../../../platform/context.ts';
import { limitTries } from '../../../platform/http/try-limits.ts';
import { unlessOff } from '../../system/feature-switches/feature-switches.ts';
import { ownerOf, signedIn } from '../sessions/sessions.ts';
import { changePassword } from './change-password.ts';
import { passwordHint } from './passwords.ts';
import { requestPasswordReset, resetPassword } from './reset-password.ts';

/** One while somebody pauses in typing. */
const hintsOfAddress = { max: 60, timeWindow: '1 minute' };
const requestsOfAddress = { max: 20, timeWindow: '1 hour' };
const requestsForAccount = { max: 5, timeWindow: '1 hour' };
const resetsOfAddress = { max: 30, timeWindow: '1 hour' };
const changesOfAccount = { max: 10, timeWindow: '15 minutes' };

const FormOfAccount = z.object({ email: z.string() });

export async function passwordsRoutes(app: App): Promise<void> {
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
      config: { rateLimit: requestsOfAddress },
      preHandler: limitTries(app, requestsForAccount, (request) =>
        FormOfAccount.parse(request.body).email.toLowerCase(),
      ),
      schema: { body: ForgotPasswordForm, response: { 200: ForgotPasswordAnswer } },
    },
    async (request) => {
      await requestPasswordReset(services, request.body.email);
      return {
        message: `If there is an account with this email, we have sent a link to it. It works for ${passwordResetMinutes} minutes.`,
      };
    },
  );

  app.post(
    '/api/auth/reset-password',
    {
      config: { rateLimit: resetsOfAddress },
      schema: { body: ResetPasswordForm, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await resetPassword(services, request.body.token, request.body.password);
      return reply.status(204).send(null);
    },
  );

  app.post(
    '/api/auth/change-password',
    {
      onRequest: [unlessOff('password-change'), signedIn],
      preHandler: limitTries(app, changesOfAccount, (request) => ownerOf(request).id),
      schema: { body: ChangePasswordForm, response: { 200: SignedIn } },
    },
    (request, reply) => changePassword(request, reply, request.body),
  );
}
