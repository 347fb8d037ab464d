import { and, asc, eq, gte, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database.ts';
import { earlierAddresses as kept, type UserRow } from './profile.table.ts';

// What becomes of earlier addresses when an owner undoes a change of their address.

/** Two processes may have written the two times that are compared: rather too much is undone than too little. */
const clocksDifferSeconds = 5;

/** The earliest time of what may have come with the change made at `since`. */
export function earliestSince(since: Date): Date {
  return secondsAfter(since, -clocksDifferSeconds);
}

interface Disowned {
  userId: string;
  toAddress: string;
  since: Date;
  /** The second address, if it came since. One that was replaced since may be the owner's: what counts is when it came. */
  secondEmail: string | null;
}

/** Marks the addresses since `since` as not the owner's, who has undone the change that brought them: we do not ask there. */
export async function disownSince(
  tx: Tx,
  now: Date,
  { userId, toAddress, since, secondEmail }: Disowned,
): Promise<void> {
  const isOther = ne(sql`lower(${kept.address})`, toAddress.toLowerCase());
  const isEmailSince = and(eq(kept.kind, 'email'), gte(kept.replacedAt, since), isOther);
  const cameSince = gte(kept.addedAt, earliestSince(since));
  const isSecondSince = and(
    eq(kept.kind, 'secondEmail'),
    secondEmail ? or(eq(kept.address, secondEmail), cameSince) : cameSince,
    isOther,
  );
  await tx
    .update(kept)
    .set({ disownedAt: now })
    .where(and(eq(kept.userId, userId), or(isEmailSince, isSecondSince)));
}

/** The columns of the second address that was there before `since` and was removed or replaced since; undefined if there was none. */
export async function secondEmailBefore(
  tx: Tx,
  userId: string,
  since: Date,
): Promise<Pick<UserRow, 'secondEmail' | 'secondEmailVerifiedAt'> | undefined> {
  const early = earliestSince(since);
  const [row] = await tx
    .select()
    .from(kept)
    .where(
      and(
        ...[eq(kept.userId, userId), eq(kept.kind, 'secondEmail'), isNull(kept.disownedAt)],
        ...[lt(kept.addedAt, early), gte(kept.replacedAt, early)],
      ),
    )
    .orderBy(asc(kept.replacedAt))
    .limit(1);
  return row && { secondEmail: row.address, secondEmailVerifiedAt: row.addedAt };
}
