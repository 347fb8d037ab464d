import { ConfirmationForm, ConfirmedEmail } from '../../../../../shared/accounts/passwords.ts';
import { SignedIn } from '../../../../../shared/accounts/sign-in.ts';
import {
  RecoveryCodes,
  TwoFactorConfirmForm,
  TwoFactorOn,
  TwoFactorSetup,
  TwoFactorState,
  TwoFactorUndoForm,
} from '../../../../../shared/accounts/two-factor.ts';
import type { App } from '../../../../platform/context.ts';
import { type AttemptLimit, limitAttempts } from '../../../system/attempt-limits/attempt-limits.ts';
import { unlessOff } from '../../../system/feature-switches/feature-switches.ts';
import { passwordAttempts, requirePassword } from '../passwords/passwords.ts';
import { ownerOf, signedIn } from '../sessions/sessions.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  readTwoFactor,
  renewRecoveryCodes,
  requireConfirmation,
  undoTwoFactor,
} from './two-factor.ts';

const linksOfAddress = { max: 60, timeWindow: '1 hour' };

/** Somebody who reads the owner's mail might try to guess the password. */
const undoingsOfLink: AttemptLimit = {
  name: 'undo two-factor',
  max: 10,
  minutes: 15,
  keyOf: (request) => TwoFactorUndoForm.safeParse(request.body).data?.token,
};

/** Setting up two-factor sign-in. Signing in with a code is in `sessions`. */
export async function twoFactorRoutes(app: App): Promise<void> {
  const { services } = app;
  const onRequest = [unlessOff('two-factor'), signedIn];
  const preHandler = limitAttempts(passwordAttempts);

  app.get(
    '/api/auth/two-factor',
    { onRequest: signedIn, schema: { response: { 200: TwoFactorState } } },
    (request) => readTwoFactor(services.db, ownerOf(request)),
  );

  app.post(
    '/api/auth/two-factor/enable',
    { onRequest, preHandler, schema: { body: ConfirmationForm, response: { 200: TwoFactorSetup } } },
    async (request) => {
      await requirePassword(ownerOf(request), request.body.password);
      return beginTwoFactor(services, ownerOf(request));
    },
  );

  app.post(
    '/api/auth/two-factor/confirm',
    { onRequest, schema: { body: TwoFactorConfirmForm, response: { 200: TwoFactorOn } } },
    (request, reply) => confirmTwoFactor(request, reply, request.body.code),
  );

  // Needs no sign-in, and works even if two-factor sign-in was switched off since: the link came by mail.
  app.post(
    '/api/auth/two-factor/undo',
    {
      config: { rateLimit: linksOfAddress },
      preHandler: limitAttempts(undoingsOfLink),
      schema: { body: TwoFactorUndoForm, response: { 200: ConfirmedEmail } },
    },
    async (request) => ({ email: await undoTwoFactor(services, request.body) }),
  );

  app.post(
    '/api/auth/two-factor/recovery-codes',
    { onRequest, preHandler, schema: { body: ConfirmationForm, response: { 200: RecoveryCodes } } },
    async (request) => {
      await requireConfirmation(services, ownerOf(request), request.body);
      return { recoveryCodes: await renewRecoveryCodes(services, ownerOf(request)) };
    },
  );

  app.post(
    '/api/auth/two-factor/disable',
    { onRequest, preHandler, schema: { body: ConfirmationForm, response: { 200: SignedIn } } },
    async (request, reply) => {
      await requireConfirmation(services, ownerOf(request), request.body);
      return endTwoFactor(request, reply);
    },
  );
}
