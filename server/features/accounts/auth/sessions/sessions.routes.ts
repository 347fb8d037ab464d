import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LoginAnswer, LoginForm, RegisterForm, SignedIn } from '../../../../../shared/accounts/accounts.ts';
import { ConfirmationForm } from '../../../../../shared/accounts/passwords.ts';
import { SessionList } from '../../../../../shared/accounts/sessions.ts';
import { TwoFactorLoginForm } from '../../../../../shared/accounts/two-factor.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { limitAttempts, perProcess } from '../../../system/attempt-limits/attempt-limits.ts';
import { record } from '../../../system/audit/audit.ts';
import type { UserRow } from '../../profile/profile.table.ts';
import { createAccount } from '../../profile/profile.ts';
import {
  checkCredentials,
  hashNewPassword,
  lockIfUnchanged,
  passwordAttempts,
} from '../passwords/passwords.ts';
import { requireCode, requireConfirmation } from '../two-factor/two-factor.ts';
import {
  limitCodes,
  limitRegistrations,
  limitSignIns,
  rateOfSignIns,
  registrationsOfAddress,
} from './attempt-limits.ts';
import { closeChallenge, findChallenged, openChallenge, requireChallenged } from './challenges.ts';
import { notifyOfNewDevice } from './new-devices.ts';
import { listSessions } from './session-list.ts';
import type { SessionRow } from './sessions.table.ts';
import {
  clearCookie,
  closeIfOpen,
  closeSession,
  closeSessions,
  confirmSession,
  ownerOf,
  type SignOfLife,
  sessionOf,
  signedIn,
  signIn,
  signInLocked,
  signInUnchanged,
} from './sessions.ts';

/** Signing up, in and out, and the list of sessions. */
export async function sessionsRoutes(app: App, { signOfLife }: { signOfLife: SignOfLife }): Promise<void> {
  await comingIn(app, signOfLife);
  await goingOut(app);
}

async function comingIn(app: App, signOfLife: SignOfLife): Promise<void> {
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
      // While the password is hashed, so that signing in does not take longer for it; the same for an unknown account.
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

/** Opens a session for the `checked` account, or asks for a code where it has two-factor authentication. 401, 403 as `lockIfUnchanged`. */
async function openSession(request: FastifyRequest, reply: FastifyReply, checked: UserRow) {
  const { services } = request.server;
  const opened = await signInUnchanged(request, reply, checked);
  if (opened) return opened;
  return inTransaction(services.db, async (tx) => {
    const user = await lockIfUnchanged(tx, services, checked);
    if (user.twoFactorSince) return { challengeToken: await openChallenge(tx, services, user.id) };
    return signInLocked(tx, request, reply, user);
  });
}

/** Notifies the owner of a new device, without making the person who signs in wait for it. */
function notifyOnceAnswered(reply: FastifyReply, session: SessionRow): void {
  if (!session.isNewDevice) return;
  const { services, log } = reply.server;
  reply.raw.once('close', () => {
    notifyOfNewDevice(services, session).catch((err: unknown) =>
      log.warn({ err, sessionId: session.id }, 'a sign-in on a new device will be told of a little later'),
    );
  });
}

async function goingOut(app: App): Promise<void> {
  const { services } = app;
  const { db, clock } = services;
  const answersNothing = { response: { 204: z.null() } };
  const always = { config: { whileBeingDeleted: true }, onRequest: signedIn };

  app.get(
    '/api/auth/sessions',
    { onRequest: signedIn, schema: { response: { 200: SessionList } } },
    (request) => listSessions(db, clock.now(), ownerOf(request).id, sessionOf(request)),
  );

  app.delete(
    '/api/auth/sessions/:id',
    { ...always, schema: { params: IdParams, ...answersNothing } },
    async (request, reply) => end(request, reply, ownerOf(request), request.params.id),
  );

  // All but the current one.
  app.delete('/api/auth/sessions', { ...always, schema: answersNothing }, async (request, reply) => {
    const { id: userId } = ownerOf(request);
    await inTransaction(db, async (tx) => {
      await closeSessions(tx, userId, sessionOf(request));
      await record(tx, clock.now(), { action: 'session.ended', actor: userId, userId });
    });
    return reply.status(204).send(null);
  });

  app.post('/api/auth/sign-out', { ...always, schema: answersNothing }, async (request, reply) =>
    signOut(request, reply),
  );

  // Before what asks for a fresh sign-in; the session goes on.
  app.post(
    '/api/auth/confirm-identity',
    {
      onRequest: signedIn,
      preHandler: limitAttempts(passwordAttempts),
      schema: { body: ConfirmationForm, ...answersNothing },
    },
    async (request, reply) => {
      await requireConfirmation(services, ownerOf(request), request.body);
      await confirmSession(db, clock.now(), sessionOf(request));
      return reply.status(204).send(null);
    },
  );

  // Sent by the page while somebody is active; passing `signedIn` is what postpones the idle timeout.
  app.post('/api/auth/keep-alive', { ...always, schema: answersNothing }, async (_request, reply) =>
    reply.status(204).send(null),
  );
}

async function end(request: FastifyRequest, reply: FastifyReply, owner: UserRow, sessionId: string) {
  if (sessionId === sessionOf(request)) return signOut(request, reply);
  const { db, clock } = request.server.services;
  await inTransaction(db, async (tx) => {
    await closeSession(tx, owner.id, sessionId);
    const entry = { actor: owner.id, userId: owner.id, subjectId: sessionId } as const;
    await record(tx, clock.now(), { action: 'session.ended', ...entry });
  });
  return reply.status(204).send(null);
}

/** Two tabs may sign out at the same moment: a session that has just ended is what both of them wanted. */
async function signOut(request: FastifyRequest, reply: FastifyReply) {
  await inTransaction(request.server.services.db, (tx) =>
    closeIfOpen(tx, ownerOf(request).id, sessionOf(request)),
  );
  clearCookie(reply);
  return reply.status(204).send(null);
}
