import { and, eq, isNull, notInArray, type SQL } from 'drizzle-orm';
import type { FailedAddresses } from '../../../../shared/people/recipients.ts';
import { wholeDaysAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { type RecipientEntry, withDays } from './recipient-days.ts';
import { type RecipientRow, recipients } from './recipients.table.ts';

// Once a year an owner checks the addresses: most letters that fail after twenty years have a dead one.

/** What is known about addresses at which something did not arrive; passed in by app.ts. */
export interface FailedAddressHooks {
  list(db: Queryable, userId: string): Promise<FailedAddresses>;
  /** They work again: what came back is sent once more. */
  tryAgain(tx: Tx, services: Services, recipientId: string, actor: string): Promise<void>;
}

/** The owner says that this recipient's addresses are right, even where something came back. 404 if the recipient is not theirs. */
export function confirmAddresses(
  services: Services,
  failed: FailedAddressHooks,
  owner: UserRow,
  id: string,
): Promise<RecipientEntry> {
  return inTransaction(services.db, async (tx) => {
    const [confirmed] = await confirm(tx, services, owner, eq(recipients.id, id));
    const entry = requireFound(confirmed, 'This recipient');
    await failed.tryAgain(tx, services, id, owner.id);
    return entry;
  });
}

/**
 * The same for everybody who is alive, except where something did not arrive or somebody says that it is not
 * for them: those have to be confirmed one by one. Returns how many there are.
 */
export function confirmAllAddresses(
  services: Services,
  failed: FailedAddressHooks,
  owner: UserRow,
): Promise<number> {
  return inTransaction(services.db, async (tx) => {
    const inDoubt = (await failed.list(tx, owner.id)).map(({ recipientId }) => recipientId);
    const others = and(
      isNull(recipients.diedAt),
      isNull(recipients.disownedAt),
      notInArray(recipients.id, inDoubt),
    );
    return (await confirm(tx, services, owner, others)).length;
  });
}

async function confirm(
  tx: Tx,
  { clock }: Services,
  { id: userId }: UserRow,
  which: SQL | undefined,
): Promise<RecipientEntry[]> {
  const rows = await tx
    .update(recipients)
    .set({ addressesCheckedAt: clock.now() })
    .where(and(eq(recipients.userId, userId), which))
    .returning();
  if (rows.length > 0) await announce(tx, userId, ['recipients']);
  return withDays(tx, rows);
}

/** Whether the owner has not checked the addresses of a recipient for a year. */
export function isUnchecked(
  { addressesCheckedAt, createdAt }: Pick<RecipientRow, 'addressesCheckedAt' | 'createdAt'>,
  now: Date,
): boolean {
  return (addressesCheckedAt ?? createdAt) < wholeDaysAfter(now, -365);
}
