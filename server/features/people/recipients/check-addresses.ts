import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { type RecipientEntry, withDays } from './recipient-days.ts';
import { type RecipientRow, recipients } from './recipients.table.ts';

// Once a year an owner looks through the addresses: most letters that do not arrive after twenty years have a dead one.

type Deps = Pick<Services, 'db' | 'clock'>;

/** Where this recipient is reached is still right, says the owner. 404 when the recipient is not theirs. */
export async function confirmAddresses(services: Deps, owner: UserRow, id: string): Promise<RecipientEntry> {
  const [confirmed] = await confirm(services, owner, eq(recipients.id, id));
  return requireFound(confirmed, 'This recipient');
}

/** The same of everybody who is alive. Returns how many they are. */
export async function confirmAllAddresses(services: Deps, owner: UserRow): Promise<number> {
  return (await confirm(services, owner, isNull(recipients.diedAt))).length;
}

function confirm({ db, clock }: Deps, { id: userId }: UserRow, which: SQL): Promise<RecipientEntry[]> {
  return inTransaction(db, async (tx) => {
    const rows = await tx
      .update(recipients)
      .set({ addressesCheckedAt: clock.now() })
      .where(and(eq(recipients.userId, userId), which))
      .returning();
    if (rows.length > 0) await announce(tx, userId, ['recipients']);
    return withDays(tx, rows);
  });
}

/** Whether the owner has not looked at the addresses of a recipient for a year. */
export function isUnchecked(
  { addressesCheckedAt, createdAt }: Pick<RecipientRow, 'addressesCheckedAt' | 'createdAt'>,
  now: Date,
): boolean {
  return (addressesCheckedAt ?? createdAt) < minutesAfter(now, -365 * 24 * 60);
}
