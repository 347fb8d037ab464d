import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LoginForm, RegisterForm, SignedIn } from '../../../shared/accounts.ts';
import type { App } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database.ts';
import type { UserRow } from '../accounts/accounts.table.ts';
import { checkCredentials, createAccount, hashNewPassword, toUser } from '../accounts/accounts.ts';
import { clearSessionCookie, rememberDevice, setSessionCookie } from './session-cookies.ts';
import { closeSession, openSession, sessionAbsoluteHours, sessionOf, signedIn } from './sessions.ts';
import {
  limitRegistrationsOfAccount,
  limitSignInsOfAccount,
  registrationsOfAddress,
  signInsOfAddress,
} from './try-limits.ts';

/** Coming in, staying in, going out. */
export async function sessionsRoutes(app: App): Promise<void> {
  const { services } = app;
  const { db, config } = services;

  app.post(
    '/api/auth/register',
    {
      config: { rateLimit: registrationsOfAddress },
      preHandler: limitRegistrationsOfAccount(app),
      schema: { body: RegisterForm, response: { 201: SignedIn } },
    },
    async (request, reply) => {
      const form = request.body;
      const passwordHash = await hashNewPassword(form);
      const { user, session } = await inTransaction(db, async (tx) => {
        const user = await createAccount(tx, services, form, passwordHash);
        return { user, session: await openSession(tx, services, user.id, request.headers['user-agent']) };
      });
      return reply.status(201).send(signIn(request, reply, user, session));
    },
  );

  app.post(
    '/api/auth/login',
    {
      config: { rateLimit: signInsOfAddress },
      preHandler: limitSignInsOfAccount(app),
      schema: { body: LoginForm, response: { 200: SignedIn } },
    },
    async (request, reply) => {
      const user = await checkCredentials(db, request.body);
      const session = await openSession(db, services, user.id, request.headers['user-agent']);
      return signIn(request, reply, user, session);
    },
  );

  const answersNothing = { response: { 204: z.null() } };

  app.post('/api/auth/sign-out', { onRequest: signedIn, schema: answersNothing }, async (request, reply) => {
    await closeSession(db, sessionOf(request));
    clearSessionCookie(reply, config);
    return reply.status(204).send(null);
  });

  // The page sends it while somebody is at it; passing `signedIn` is what puts off the idle end.
  app.post('/api/auth/keep-alive', { onRequest: signedIn, schema: answersNothing }, async (_request, reply) =>
    reply.status(204).send(null),
  );
}

/** Hands the two secrets to the browser: one in the answer, the other as a cookie. */
function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  user: UserRow,
  session: { token: string; cookie: string },
) {
  const { services } = request.server;
  setSessionCookie(reply, services.config, session.cookie, sessionAbsoluteHours);
  rememberDevice(reply, services, user.email);
  return { token: session.token, user: toUser(user) };
}
