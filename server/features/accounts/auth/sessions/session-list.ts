import { and, desc, eq, inArray, lt, notInArray, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Session } from '../../../../../shared/accounts/sessions.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { isFromTheFuture } from '../../../../platform/database-time.ts';
import { formatDevice } from '../../../../platform/http/format-device.ts';
import { idsOf } from '../../../../platform/sweeps.ts';
import { challengeMinutes } from './challenges.ts';
import { isOpenAt, sessionAbsoluteHours } from './find-session.ts';
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
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isOpenAt(now)))
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

/** Deletes expired sessions, and those that a wrong clock made in the future, so that no record remains of who was signed in where. */
export async function deleteEndedSessions({ db, clock, sweeps }: Sweeping): Promise<void> {
  const { createdAt } = sessions;
  const isOver = or(
    lt(createdAt, minutesAfter(clock.now(), -sessionAbsoluteHours * 60)),
    isFromTheFuture(createdAt, clock),
  );
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
  const isOver = or(
    lt(validUntil, clock.now()),
    isFromTheFuture(sql`${validUntil} - make_interval(mins => ${challengeMinutes})`, clock),
  );
  const over = await db
    .select({ id })
    .from(signInChallenges)
    .where(and(isOver, notInArray(id, sweeps.putOff('ended-challenges'))))
    .limit(perSweep);
  await sweeps.together('ended-challenges', over, (some) =>
    db.delete(signInChallenges).where(inArray(id, idsOf(some))),
  );
}

type Sweeping = Pick<Services, 'db' | 'clock' | 'sweeps'>;
