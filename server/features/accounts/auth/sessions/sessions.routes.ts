import { RegisterForm } from '../../../../../shared/accounts/accounts.ts';
import { LoginAnswer, LoginForm, SignedIn } from '../../../../../shared/accounts/sign-in.ts';
import { TwoFactorLoginForm } from '../../../../../shared/accounts/two-factor.ts';
import type { App } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { perProcess } from '../../../system/attempt-limits/attempt-limits.ts';
import { requireOpenForNewAccounts } from '../../../system/closing/closing.ts';
import { createAccount } from '../../profile/profile.ts';
import { checkCredentials, lockIfUnchanged } from '../passwords/credentials.ts';
import { hashNewPassword } from '../passwords/passwords.ts';
import { requireCode } from '../two-factor/two-factor.ts';
import {
  limitCodes,
  limitRegistrations,
  limitSignIns,
  rateOfSignIns,
  registrationsOfAddress,
} from './attempt-limits.ts';
import { closeChallenge, findChallenged, requireChallenged } from './challenges.ts';
import { notifyOnceAnswered, openSession } from './open-session.ts';
import { type SignOfLife, signIn, signInLocked } from './sessions.ts';

/** Signing up and in. */
export async function sessionsRoutes(app: App, { signOfLife }: { signOfLife: SignOfLife }): Promise<void> {
  const { services } = app;
  const { db, clock } = services;

  app.post(
    '/api/auth/register',
    {
      config: { rateLimit: perProcess(registrationsOfAddress) },
      preHandler: limitRegistrations,
      schema: { body: RegisterForm, response: { 201: SignedIn } },
    },
    async (request, reply) => {
      const form = request.body;
      await requireOpenForNewAccounts(db);
      const passwordHash = await hashNewPassword(form.password, form);
      const { answer } = await inTransaction(db, async (tx) => {
        const user = await createAccount(tx, services, form, passwordHash);
        return signIn(tx, request, reply, user);
      });
      return reply.status(201).send(answer);
    },
  );

  app.post(
    '/api/auth/login',
    {
      config: { rateLimit: rateOfSignIns },
      schema: { body: LoginForm, response: { 200: LoginAnswer } },
    },
    async (request, reply) => {
      // Runs while the password is hashed, so that it does not make signing in slower; also for an unknown account.
      const { checked, meanwhile: isAwaited } = await checkCredentials(
        services,
        request.body,
        async (account) => {
          await limitSignIns(request);
          return signOfLife.isAwaited(services, account?.id ?? newId());
        },
      );
      const opened = await openSession(request, reply, checked);
      if ('challengeToken' in opened) return { twoFactorRequired: true as const, ...opened };
      if (isAwaited) await signOfLife.record(services, checked.id);
      notifyOnceAnswered(reply, opened.session);
      return opened.answer;
    },
  );

  app.post(
    '/api/auth/login/two-factor',
    { schema: { body: TwoFactorLoginForm, response: { 200: SignedIn } } },
    async (request, reply) => {
      const { challengeToken, code } = request.body;
      const waiting = await findChallenged(db, clock.now(), challengeToken);
      await limitCodes(request, waiting?.id);
      const checked = requireChallenged(waiting);
      await requireCode(services, checked, code);
      const { answer, session } = await inTransaction(db, async (tx) => {
        const user = await lockIfUnchanged(tx, services, checked);
        await closeChallenge(tx, clock.now(), challengeToken);
        return signInLocked(tx, request, reply, user);
      });
      await signOfLife.record(services, checked.id);
      notifyOnceAnswered(reply, session);
      return answer;
    },
  );
}
