import { and, desc, eq, gt, inArray, lt, notInArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Session } from '../../../../../shared/accounts/sessions.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { formatDevice } from '../../../../platform/http/format-device.ts';
import { idsOf } from '../../../../platform/sweeps.ts';
import { sessionAbsoluteHours, sessionLimits } from './find-session.ts';
import { sessions, signInChallenges } from './sessions.table.ts';

const shown = 200;
const perSweep = 5_000;

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
export async function deleteEndedSessions({ db, clock, sweeps }: Sweeping): Promise<void> {
  const isOver = lt(sessions.createdAt, minutesAfter(clock.now(), -sessionAbsoluteHours * 60));
  const over = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(isOver, notInArray(sessions.id, sweeps.putOff('ended-sessions'))))
    .limit(perSweep);
  await sweeps.together('ended-sessions', over, (some) =>
    db.delete(sessions).where(inArray(sessions.id, idsOf(some))),
  );
}

/** The same for sign-ins whose code was not entered in time. */
export async function deleteEndedChallenges({ db, clock, sweeps }: Sweeping): Promise<void> {
  const { id, validUntil } = signInChallenges;
  const over = await db
    .select({ id })
    .from(signInChallenges)
    .where(and(lt(validUntil, clock.now()), notInArray(id, sweeps.putOff('ended-challenges'))))
    .limit(perSweep);
  await sweeps.together('ended-challenges', over, (some) =>
    db.delete(signInChallenges).where(inArray(id, idsOf(some))),
  );
}

type Sweeping = Pick<Services, 'db' | 'clock' | 'sweeps'>;
