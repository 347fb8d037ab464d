import { and, eq, gt, lte } from 'drizzle-orm';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { latestNow } from '../../../../platform/database-time.ts';
import { AppError } from '../../../../platform/errors.ts';
import { hashToken } from '../../../../platform/random.ts';
import { type UserRow, users } from '../../profile/profile.table.ts';
import { signInChallenges } from './sessions.table.ts';

export const challengeMinutes = 10;

/** Begins the second step of a sign-in. Returns the token that must come with the code. */
export async function openChallenge(
  tx: Tx,
  { clock, random }: Pick<Services, 'clock' | 'random'>,
  userId: string,
): Promise<string> {
  const token = random.token();
  const validUntil = minutesAfter(clock.now(), challengeMinutes);
  await tx.insert(signInChallenges).values({ userId, tokenHash: hashToken(token), validUntil });
  return token;
}

/** The account whose sign-in waits for a code with this token. */
export async function findChallenged(db: Queryable, now: Date, token: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select({ user: users })
    .from(signInChallenges)
    .innerJoin(users, eq(users.id, signInChallenges.userId))
    .where(stillWaits(now, token));
  return row?.user;
}

/** 401 if no sign-in is waiting. */
export function requireChallenged(waiting: UserRow | undefined): UserRow {
  if (!waiting) throw tooLate();
  return waiting;
}

/** Uses up the token; 401 if it no longer works. */
export async function closeChallenge(tx: Tx, now: Date, token: string): Promise<void> {
  const closed = await tx
    .delete(signInChallenges)
    .where(stillWaits(now, token))
    .returning({ id: signInChallenges.id });
  if (closed.length === 0) throw tooLate();
}

function stillWaits(now: Date, token: string) {
  const { tokenHash, validUntil } = signInChallenges;
  const latest = minutesAfter(latestNow(now), challengeMinutes);
  return and(eq(tokenHash, hashToken(token)), gt(validUntil, now), lte(validUntil, latest));
}

function tooLate(): AppError {
  return new AppError('not_signed_in', 'This took too long. Please sign in with your password again.');
}
