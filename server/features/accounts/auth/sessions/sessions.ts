import { and, eq, getTableColumns, gt, isNull, ne, or, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { z } from 'zod';
import type { SignedIn } from '../../../../../shared/accounts/sign-in.ts';
import { backgroundHeader } from '../../../../../shared/accounts/time-limits.ts';
import type { Services } from '../../../../platform/context.ts';
import { asynchronousCommit, preparedOnce, type Queryable, type Tx } from '../../../../platform/database.ts';
import { AppError, notFound } from '../../../../platform/errors.ts';
import { announce } from '../../../../platform/events.ts';
import { newId } from '../../../../platform/ids.ts';
import { hashToken } from '../../../../platform/random.ts';
import type { AttemptLimit } from '../../../system/attempt-limits/attempt-limits.ts';
import { type UserRow, users } from '../../profile/profile.table.ts';
import { markSignIn, toUser } from '../../profile/profile.ts';
import {
  findSession,
  isSessionOpen,
  type SignedInUser,
  sessionAbsoluteHours,
  touchSession,
} from './find-session.ts';
import {
  clearSessionCookie,
  knownDevice,
  rememberDevice,
  sessionCookieName,
  setSessionCookie,
} from './session-cookies.ts';
import { type SessionRow, sessions, signInChallenges } from './sessions.table.ts';

export { isSessionOpen } from './find-session.ts';
export { listSessions } from './session-list.ts';

/** What a sign-in means elsewhere: that the owner is alive. It is recorded before the sign-in is answered; passed in by wiring.ts. */
export interface SignOfLife {
  /** Whether somebody waits for a sign of life. Must be cheap, since every sign-in asks. */
  isAwaited: (services: Services, userId: string) => Promise<boolean>;
  record: (services: Services, userId: string) => Promise<void>;
}

/** The response to somebody who has just signed in, and their new session. */
interface FreshSignIn {
  answer: z.output<typeof SignedIn>;
  session: SessionRow;
}

/**
 * Opens a session for somebody who has authenticated, and gives the browser two secrets: the bearer token in
 * the response and, in a cookie, one that only allows reading. Both are stored as hashes.
 */
export async function signIn(
  tx: Tx,
  request: FastifyRequest,
  reply: FastifyReply,
  user: UserRow,
  isNewDevice = false,
): Promise<FreshSignIn> {
  const fresh = newSession(request, user, { isNewDevice });
  await tx.insert(sessions).values(fresh.row);
  return handOut(request, reply, user, fresh);
}

/** The same, and records when the owner signed in. For an account that is locked against changes. */
export async function signInLocked(
  tx: Tx,
  request: FastifyRequest,
  reply: FastifyReply,
  locked: UserRow,
): Promise<FreshSignIn> {
  const { clock } = request.server.services;
  await markSignIn(tx, clock.now(), eq(users.id, locked.id));
  return signIn(tx, request, reply, locked, isNewDevice(request, locked));
}

/**
 * Opens a session for somebody who entered the password of the `checked` account and records the time, in one
 * quick statement: every sign-in waits for it, and one that a crash loses is done again. Returns undefined and does
 * nothing if the account has changed since it was `checked`, is suspended, or signs in with a code.
 */
export async function signInUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  checked: UserRow,
): Promise<FreshSignIn | undefined> {
  const { db } = request.server.services;
  const fresh = newSession(request, checked, { isNewDevice: isNewDevice(request, checked) });
  const { id, password, email, updatedAt } = checked;
  const { rowCount } = await insertUnlessChanged(db).execute({
    ...fresh.row,
    checkedId: id,
    checkedPassword: password,
    checkedEmail: email,
    checkedUpdatedAt: updatedAt,
  });
  return rowCount === 1 ? handOut(request, reply, checked, fresh) : undefined;
}

const insertUnlessChanged = preparedOnce((db) => {
  const values = Object.keys(getTableColumns(sessions)).map((name) => sql`${sql.placeholder(name)}`);
  const isUnchanged = and(
    eq(users.id, sql.placeholder('checkedId')),
    eq(users.password, sql.placeholder('checkedPassword')),
    eq(users.email, sql.placeholder('checkedEmail')),
    eq(users.updatedAt, sql.placeholder('checkedUpdatedAt')),
    isNull(users.twoFactorSince),
    isNull(users.suspendedAt),
  );
  const marked = db.$with('marked').as(markSignIn(db, sql`${sql.placeholder('createdAt')}`, isUnchanged));
  return db
    .with(marked)
    .insert(sessions)
    .select(sql`select ${sql.join(values, sql`, `)} from ${marked}, ${asynchronousCommit}`)
    .prepare('open_session_unless_changed');
});

/**
 * Gives this request's session new secrets because its rights change: anyone who had the old ones is signed
 * out. 401 if it has ended.
 */
export async function renewSession(
  tx: Tx,
  request: FastifyRequest,
  reply: FastifyReply,
  user: UserRow,
): Promise<z.output<typeof SignedIn>> {
  const fresh = newSession(request, user, { isNewDevice: false });
  const { tokenHash, cookieHash } = fresh.row;
  const { rowCount } = await tx
    .update(sessions)
    .set({ tokenHash, cookieHash })
    .where(eq(sessions.id, sessionOf(request)));
  if (rowCount === 0) throw notSignedIn();
  return handOut(request, reply, user, fresh).answer;
}

interface NewSession {
  row: SessionRow;
  token: string;
  cookie: string;
}

function newSession(
  request: FastifyRequest,
  user: UserRow,
  { isNewDevice }: Pick<SessionRow, 'isNewDevice'>,
): NewSession {
  const { clock, random } = request.server.services;
  const token = random.token();
  const cookie = random.token();
  const now = clock.now();
  const row = {
    id: newId(),
    userId: user.id,
    tokenHash: hashToken(token),
    cookieHash: hashToken(cookie),
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    isNewDevice,
    confirmedAt: null,
    createdAt: now,
    lastUsedAt: now,
  };
  return { row, token, cookie };
}

function handOut(
  request: FastifyRequest,
  reply: FastifyReply,
  user: UserRow,
  { row: session, token, cookie }: NewSession,
): FreshSignIn {
  const { services } = request.server;
  setSessionCookie(reply, services.config, cookie, sessionAbsoluteHours);
  rememberDevice(request, reply, user);
  return { answer: { token, user: toUser(services, user) }, session };
}

/** Whether nobody has signed in to this account in this browser before. */
function isNewDevice(request: FastifyRequest, user: UserRow): boolean {
  return knownDevice(request, user.id) === undefined;
}

/** 401 if the session ended after its request arrived. For requests that would undo whatever ended it. */
export async function requireOpenSession(tx: Tx, now: Date, sessionId: string): Promise<void> {
  if (!(await isSessionOpen(tx, now, sessionId))) throw notSignedIn();
}

/** Ends one session of this person; 404 for any other. */
export async function closeSession(tx: Tx, userId: string, sessionId: string): Promise<void> {
  if (!(await closeIfOpen(tx, userId, sessionId))) throw notFound('This session');
}

/** Ends one session of this person; returns whether there was one. */
export async function closeIfOpen(tx: Tx, userId: string, sessionId: string): Promise<boolean> {
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  if (ended.length === 0) return false;
  await announce(tx, userId, ['sessions']);
  return true;
}

/** Ends all sessions and pending sign-ins of this person, except `exceptId`. */
export async function closeSessions(tx: Tx, userId: string, exceptId?: string): Promise<void> {
  const theirs = eq(sessions.userId, userId);
  await tx.delete(sessions).where(exceptId ? and(theirs, ne(sessions.id, exceptId)) : theirs);
  await tx.delete(signInChallenges).where(eq(signInChallenges.userId, userId));
  await announce(tx, userId, ['sessions']);
}

/** Clears the session's cookie; the device stays known. */
export function clearCookie(reply: FastifyReply): void {
  clearSessionCookie(reply, reply.server.services.config);
}

/** Records that the password was entered again in this session. */
export async function confirmSession(db: Queryable, now: Date, sessionId: string): Promise<void> {
  await db.update(sessions).set({ confirmedAt: now }).where(eq(sessions.id, sessionId));
}

/** Whether the password was entered again in this session after `since`. */
export async function isConfirmedSince(db: Queryable, sessionId: string, since: Date): Promise<boolean> {
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), gt(sessions.confirmedAt, since)));
  return session !== undefined;
}

/** Whether this session was opened, or the password entered again in it, after `since`. */
export async function isFreshSince(db: Queryable, sessionId: string, since: Date): Promise<boolean> {
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(eq(sessions.id, sessionId), or(gt(sessions.createdAt, since), gt(sessions.confirmedAt, since))),
    );
  return session !== undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedInUser | null;
  }
  interface FastifyContextConfig {
    /** A write that is still allowed after the owner requested the account's deletion. */
    whileBeingDeleted?: boolean;
  }
}

/**
 * Requires a session. A bearer token allows everything; the cookie allows only GET and HEAD, so that no other site
 * can make a browser write. Images, videos and the change stream send only the cookie, and other background reads
 * send `backgroundHeader`: requests that do not come from somebody's activity do not extend the idle timeout.
 */
export const signedIn: onRequestAsyncHookHandler = async (request) => {
  const { services } = request.server;
  const bearer = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  const cookie = isReading(request) ? request.cookies[sessionCookieName(services.config)] : undefined;
  const secret = bearer ? { bearer } : cookie ? { cookie } : undefined;
  const session = secret && (await findSession(services.db, services.clock.now(), secret));
  if (!session) throw notSignedIn();
  if (bearer && request.headers[backgroundHeader] === undefined) await touchSession(services, session);
  request.signedIn = session;
  const isAllowed = isReading(request) || request.routeOptions.config.whileBeingDeleted;
  if (session.user.deletionRequestedAt && !isAllowed)
    throw new AppError('conflict', 'Your account is being deleted. Restore it first to go on.');
};

function isReading(request: FastifyRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

/** The signed-in person of a request that passed `signedIn`. */
export function ownerOf(request: FastifyRequest): UserRow {
  return passed(request).user;
}

/** Limits the attempts of each signed-in person. */
export function attemptsOfOwner(name: string, max: number, minutes = 15): AttemptLimit {
  return { name, max, minutes, keyOf: (request) => ownerOf(request).id };
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
