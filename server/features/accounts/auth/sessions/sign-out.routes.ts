import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ConfirmationForm } from '../../../../../shared/accounts/passwords.ts';
import { SessionList } from '../../../../../shared/accounts/sessions.ts';
import { IdParams } from '../../../../../shared/values.ts';
import type { App } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { limitAttempts } from '../../../system/attempt-limits/attempt-limits.ts';
import { record } from '../../../system/audit/audit.ts';
import type { UserRow } from '../../profile/profile.table.ts';
import { passwordAttempts } from '../passwords/passwords.ts';
import { requireConfirmation } from '../two-factor/two-factor.ts';
import { listSessions } from './session-list.ts';
import {
  clearCookie,
  closeIfOpen,
  closeSession,
  closeSessions,
  confirmSession,
  ownerOf,
  sessionOf,
  signedIn,
} from './sessions.ts';

/** Signing out, and the list of sessions. */
export async function signOutRoutes(app: App): Promise<void> {
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

  // Called before a request that needs a fresh sign-in; the session continues.
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

  // Sent by the page while somebody is active; passing `signedIn` is what extends the idle timeout.
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

/** Two tabs may sign out at the same moment: if the session has just ended, both got what they wanted. */
async function signOut(request: FastifyRequest, reply: FastifyReply) {
  await inTransaction(request.server.services.db, (tx) =>
    closeIfOpen(tx, ownerOf(request).id, sessionOf(request)),
  );
  clearCookie(reply);
  return reply.status(204).send(null);
}
