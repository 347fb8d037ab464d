import { and, desc, eq, gt, lt } from 'drizzle-orm';
import type { z } from 'zod';
import type { Session } from '../../../../shared/accounts/sessions.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { sessionAbsoluteHours, sessionLimits } from './find-session.ts';
import { formatDevice } from './format-device.ts';
import { sessions, signInChallenges } from './sessions.table.ts';

const shown = 200;

/** Where this person is signed in, most recently used first. */
export async function listSessions(
  db: Queryable,
  now: Date,
  userId: string,
  currentId: string,
): Promise<z.output<typeof Session>[]> {
  const { usedAfter, openedAfter } = sessionLimits(now);
  const rows = await db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.lastUsedAt, usedAfter),
        gt(sessions.createdAt, openedAfter),
      ),
    )
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(shown);
  return rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
    id,
    device: formatDevice(userAgent),
    createdAt,
    lastUsedAt,
    current: id === currentId,
  }));
}

/** Deletes expired sessions, so that no record remains of who was signed in where. */
export async function deleteEndedSessions({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db.delete(sessions).where(lt(sessions.createdAt, minutesAfter(now, -sessionAbsoluteHours * 60)));
  await db.delete(signInChallenges).where(lt(signInChallenges.validUntil, now));
}
