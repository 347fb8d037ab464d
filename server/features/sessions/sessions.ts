import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { sessionIdleMinutes } from '../../../shared/accounts.ts';
import { minutesAfter, secondsAfter } from '../../platform/clock.ts';
import type { Services } from '../../platform/context.ts';
import { type Database, isDatabaseUnavailable, type Queryable } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { hashToken } from '../../platform/random.ts';
import { type UserRow, users } from '../accounts/accounts.table.ts';
import { sessionCookieName } from './session-cookies.ts';
import { sessions } from './sessions.table.ts';

export const sessionAbsoluteHours = 12;
/** A use is written down at most this often, so that reading does not cost a write each time. */
const touchSeconds = 5;

export interface SignedInUser {
  user: UserRow;
  sessionId: string;
  lastUsedAt: Date;
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
  db: Database,
  now: Date,
  secret: { bearer: string } | { cookie: string },
): Promise<SignedInUser | undefined> {
  const { byBearer, byCookie } = queriesOn(db);
  const limits = {
    usedAfter: minutesAfter(now, -sessionIdleMinutes),
    openedAfter: minutesAfter(now, -sessionAbsoluteHours * 60),
  };
  const [session] =
    'bearer' in secret
      ? await byBearer.execute({ hash: hashToken(secret.bearer), ...limits })
      : await byCookie.execute({ hash: hashToken(secret.cookie), ...limits });
  return session;
}

const queries = new WeakMap<Database, ReturnType<typeof prepareQueries>>();

/** Asked by every request: written and planned once per database connection, not each time. */
function queriesOn(db: Database) {
  const known = queries.get(db) ?? prepareQueries(db);
  queries.set(db, known);
  return known;
}

function prepareQueries(db: Database) {
  const sessionBy = (hash: typeof sessions.tokenHash | typeof sessions.cookieHash) =>
    db
      .select({ user: users, sessionId: sessions.id, lastUsedAt: sessions.lastUsedAt })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          eq(hash, sql.placeholder('hash')),
          gt(sessions.lastUsedAt, sql.placeholder('usedAfter')),
          gt(sessions.createdAt, sql.placeholder('openedAfter')),
        ),
      );
  return {
    byBearer: sessionBy(sessions.tokenHash).prepare('session_by_bearer'),
    byCookie: sessionBy(sessions.cookieHash).prepare('session_by_cookie'),
  };
}

/**
 * Writes down that the person used the session, which puts off its idle end. A database that reads but cannot write
 * keeps nobody from reading.
 */
async function touchSession(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  { sessionId, lastUsedAt }: SignedInUser,
): Promise<void> {
  const now = clock.now();
  if (lastUsedAt >= secondsAfter(now, -touchSeconds)) return;
  try {
    await db
      .update(sessions)
      .set({ lastUsedAt: now })
      .where(and(eq(sessions.id, sessionId), lt(sessions.lastUsedAt, now)));
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    log.warn({ err: error }, 'the use of a session could not be written down');
  }
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
 * so that no other site can make a browser write. Pictures, films and the change stream come with the cookie alone
 * and without anybody doing something: they do not put off the idle end.
 */
export const signedIn: onRequestAsyncHookHandler = async (request) => {
  const { services } = request.server;
  const bearer = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  const cookie = isReading(request) ? request.cookies[sessionCookieName(services.config)] : undefined;
  const secret = bearer ? { bearer } : cookie ? { cookie } : undefined;
  const session = secret && (await findSession(services.db, services.clock.now(), secret));
  if (!session) throw notSignedIn();
  if (bearer) await touchSession(services, session);
  request.signedIn = session;
};

function isReading(request: FastifyRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

/** The signed-in person of a request that passed `signedIn`. */
export function ownerOf(request: FastifyRequest): UserRow {
  return passed(request).user;
}

/** The id of the session with which a request passed `signedIn`. */
export function sessionOf(request: FastifyRequest): string {
  return passed(request).sessionId;
}

function passed({ signedIn: session }: FastifyRequest): SignedInUser {
  if (!session) throw notSignedIn();
  return session;
}

function notSignedIn(): AppError {
  return new AppError('not_signed_in', 'Please sign in to continue');
}
