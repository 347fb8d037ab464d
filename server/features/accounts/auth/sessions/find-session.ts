import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { sessionIdleMinutes } from '../../../../../shared/accounts/time-limits.ts';
import { minutesAfter, secondsAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import {
  type Database,
  isDatabaseUnavailable,
  preparedOnce,
  type Queryable,
} from '../../../../platform/database.ts';
import { hashToken } from '../../../../platform/random.ts';
import { type UserRow, users } from '../../profile/profile.table.ts';
import { sessions } from './sessions.table.ts';

export const sessionAbsoluteHours = 12;
/** A use is recorded at most this often, so that not every read costs a write. */
const touchSeconds = 5;

export interface SignedInUser {
  user: UserRow;
  sessionId: string;
  lastUsedAt: Date;
}

/** A session is open if it was last used after `usedAfter` and opened after `openedAfter`. */
export function sessionLimits(now: Date): { usedAfter: Date; openedAfter: Date } {
  return {
    usedAfter: minutesAfter(now, -sessionIdleMinutes),
    openedAfter: minutesAfter(now, -sessionAbsoluteHours * 60),
  };
}

/** The account of the session with this secret, unless it was idle or open for too long. */
export async function findSession(
  db: Database,
  now: Date,
  secret: { bearer: string } | { cookie: string },
): Promise<SignedInUser | undefined> {
  const { byBearer, byCookie } = queriesOn(db);
  const limits = sessionLimits(now);
  const [session] =
    'bearer' in secret
      ? await byBearer.execute({ hash: hashToken(secret.bearer), ...limits })
      : await byCookie.execute({ hash: hashToken(secret.cookie), ...limits });
  return session;
}

const queriesOn = preparedOnce((db) => {
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
});

/** Whether this session is open. Does not extend its idle timeout. */
export async function isSessionOpen(db: Queryable, now: Date, sessionId: string): Promise<boolean> {
  const { usedAfter, openedAfter } = sessionLimits(now);
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, sessionId),
        gt(sessions.lastUsedAt, usedAfter),
        gt(sessions.createdAt, openedAfter),
      ),
    );
  return session !== undefined;
}

/**
 * Records a use of the session, which extends its idle timeout. If the database cannot be written at the
 * moment, reading still works.
 */
export async function touchSession(
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
