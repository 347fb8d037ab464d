import { and, eq, gt, lt } from 'drizzle-orm';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { sessionIdleMinutes } from '../../../shared/accounts.ts';
import { minutesAfter, secondsAfter } from '../../platform/clock.ts';
import type { Services } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { hashToken } from '../../platform/random.ts';
import { type UserRow, users } from '../accounts/accounts.table.ts';
import { sessions } from './sessions.table.ts';

export const sessionAbsoluteHours = 12;
/** A use is written down at most this often, so that reading does not cost a write each time. */
const touchSeconds = 15;

export const sessionCookieName = 'long_after_session';

export interface SignedInUser {
  user: UserRow;
  sessionId: string;
}

interface NewSession {
  /** For the Authorization header: reads and writes. */
  token: string;
  /** For the cookie: reads only. */
  cookie: string;
}

/** Opens a session for `userId`; the two secrets are answered once and stored as hashes. */
export async function openSession(
  tx: Queryable,
  { clock, random }: Pick<Services, 'clock' | 'random'>,
  userId: string,
  userAgent: string | undefined,
): Promise<NewSession> {
  const token = random.token();
  const cookie = random.token();
  const now = clock.now();
  await tx.insert(sessions).values({
    userId,
    tokenHash: hashToken(token),
    cookieHash: hashToken(cookie),
    userAgent: userAgent?.slice(0, 300) ?? null,
    createdAt: now,
    lastUsedAt: now,
  });
  return { token, cookie };
}

/** The person behind `secret`, unless the session has been idle or open for too long. */
export async function findSession(
  db: Queryable,
  now: Date,
  secret: { bearer: string } | { cookie: string },
): Promise<SignedInUser | undefined> {
  const match =
    'bearer' in secret
      ? eq(sessions.tokenHash, hashToken(secret.bearer))
      : eq(sessions.cookieHash, hashToken(secret.cookie));
  const [row] = await db
    .select({ user: users, sessionId: sessions.id, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        match,
        gt(sessions.lastUsedAt, minutesAfter(now, -sessionIdleMinutes)),
        gt(sessions.createdAt, minutesAfter(now, -sessionAbsoluteHours * 60)),
      ),
    );
  if (!row) return undefined;
  if (row.lastUsedAt < secondsAfter(now, -touchSeconds)) await touchSession(db, row.sessionId, now);
  return { user: row.user, sessionId: row.sessionId };
}

async function touchSession(db: Queryable, sessionId: string, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ lastUsedAt: now })
    .where(and(eq(sessions.id, sessionId), lt(sessions.lastUsedAt, now)));
}

export async function closeSession(tx: Queryable, sessionId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.id, sessionId));
}

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedInUser | null;
  }
}

/**
 * Lets only signed-in people pass. A bearer token is good for everything; the cookie for GET and HEAD only,
 * so that no other site can make a browser write.
 */
export const signedIn: onRequestAsyncHookHandler = async (request) => {
  const { db, clock } = request.server.services;
  const bearer = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  const cookie = isReading(request) ? request.cookies[sessionCookieName] : undefined;
  const secret = bearer ? { bearer } : cookie ? { cookie } : undefined;
  request.signedIn = (secret && (await findSession(db, clock.now(), secret))) ?? null;
  if (!request.signedIn) throw new AppError('not_signed_in', 'Please sign in to continue');
};

function isReading(request: FastifyRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

/** The signed-in person of a request that passed `signedIn`. */
export function ownerOf(request: FastifyRequest): UserRow {
  if (!request.signedIn) throw new AppError('not_signed_in', 'Please sign in to continue');
  return request.signedIn.user;
}
