import { and, eq, gt, lt, lte, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { sessionIdleMinutes } from '../../../../../shared/accounts/time-limits.ts';
import { minutesAfter, secondsAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import {
  type Database,
  isDatabaseUnavailable,
  preparedOnce,
  type Queryable,
} from '../../../../platform/database.ts';
import { latestNow } from '../../../../platform/database-time.ts';
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

type Limit<Value> = Record<'usedAfter' | 'openedAfter' | 'latest', Value>;

function sessionLimits(now: Date): Limit<Date> {
  return {
    usedAfter: minutesAfter(now, -sessionIdleMinutes),
    openedAfter: minutesAfter(now, -sessionAbsoluteHours * 60),
    latest: latestNow(now),
  };
}

/** The sessions that were not idle or open for too long; one of which a wrong clock says that it is from the future is none. */
export function isOpenAt(now: Date): SQL | undefined {
  return isWithin(sessionLimits(now));
}

function isWithin({ usedAfter, openedAfter, latest }: Limit<Date | Placeholder>): SQL | undefined {
  const { lastUsedAt, createdAt } = sessions;
  return and(
    gt(lastUsedAt, usedAfter),
    lte(lastUsedAt, latest),
    gt(createdAt, openedAfter),
    lte(createdAt, latest),
  );
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
          isWithin({
            usedAfter: sql.placeholder('usedAfter'),
            openedAfter: sql.placeholder('openedAfter'),
            latest: sql.placeholder('latest'),
          }),
        ),
      );
  return {
    byBearer: sessionBy(sessions.tokenHash).prepare('session_by_bearer'),
    byCookie: sessionBy(sessions.cookieHash).prepare('session_by_cookie'),
  };
});

/** Whether this session is open. Does not extend its idle timeout. */
export async function isSessionOpen(db: Queryable, now: Date, sessionId: string): Promise<boolean> {
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isOpenAt(now)));
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
