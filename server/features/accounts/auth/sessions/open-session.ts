import type { FastifyReply, FastifyRequest } from 'fastify';
import { inTransaction } from '../../../../platform/database.ts';
import type { UserRow } from '../../profile/profile.table.ts';
import { lockIfUnchanged } from '../passwords/credentials.ts';
import { openChallenge } from './challenges.ts';
import { notifyOfNewDevice } from './new-devices.ts';
import type { SessionRow } from './sessions.table.ts';
import { signInLocked, signInUnchanged } from './sessions.ts';

/** Opens a session for the `checked` account, or asks for a code if it uses two-factor sign-in. 401 and 403 as in `lockIfUnchanged`. */
export async function openSession(request: FastifyRequest, reply: FastifyReply, checked: UserRow) {
  const { services } = request.server;
  const opened = await signInUnchanged(request, reply, checked);
  if (opened) return opened;
  return inTransaction(services.db, async (tx) => {
    const user = await lockIfUnchanged(tx, services, checked);
    if (user.twoFactorSince) return { challengeToken: await openChallenge(tx, services, user.id) };
    return signInLocked(tx, request, reply, user);
  });
}

/** Notifies the owner of a new device after the response, so that the person signing in does not wait for it. */
export function notifyOnceAnswered(reply: FastifyReply, session: SessionRow): void {
  if (!session.isNewDevice) return;
  const { services, log } = reply.server;
  reply.raw.once('close', () => {
    notifyOfNewDevice(services, session).catch((err: unknown) =>
      log.warn({ err, sessionId: session.id }, 'a sign-in on a new device will be told of a little later'),
    );
  });
}
