import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { listNames } from '../../../../shared/names.ts';
import { eraseFiles } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { closeCheckouts } from '../../billing/payments/checkout-sessions/checkout-sessions.ts';
import { keysOfItem } from './item-files.ts';
import { lockItem, recordItem } from './item-rows.ts';
import { isKept, type PhysicalItemRow, physicalItems } from './physical-items.table.ts';

/**
 * Removes an item from the owner's list. 409 while it is with us or on its way from us, since what we keep
 * must not vanish from sight; 404 if it is somebody else's.
 */
export function deleteItem(services: Services, userId: string, id: string): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const owner = await lockOwner(tx, userId);
    const item = await lockItem(tx, userId, id);
    requireDeletable(item);
    await closeCheckouts(tx, services, owner, { purpose: 'return-fee', subjectId: id });
    const keys = await keysOfItem(tx, id);
    await tx.delete(physicalItems).where(eq(physicalItems.id, id));
    if (keys.length > 0) await services.jobs.enqueue(tx, eraseFiles, [{ keys }]);
    await recordItem(tx, services, item, 'physical-item.deleted');
  });
}

function requireDeletable({ status, receivedDate, lostAt }: PhysicalItemRow): void {
  const isOver = status === 'returned' || status === 'delivered' || lostAt !== null;
  if (isOver || (status === 'stored' && !receivedDate)) return;
  if (status === 'in_transit')
    throw new AppError(
      'conflict',
      'This item is on its way. Once it has arrived you can take it off your list.',
    );
  throw new AppError(
    'conflict',
    receivedDate
      ? 'This item is with us. Ask for its return first; once you have it again you can take it off your list.'
      : 'You have asked for this item back. Call that off first if you never sent it.',
  );
}

/** SQL: we have received it, and it has not reached anybody since. */
const isHere = and(isKept, isNotNull(physicalItems.receivedDate));

/** 409 while we hold any of this owner's items or one is on its way: nobody would know whose it is. */
export async function requireNothingKept(tx: Tx, userId: string): Promise<void> {
  const rows = await tx
    .select({ title: physicalItems.title, status: physicalItems.status })
    .from(physicalItems)
    .where(and(eq(physicalItems.userId, userId), isHere));
  if (rows.length === 0) return;
  const isUnderWay = rows.every(({ status }) => status === 'in_transit');
  const titles = listNames(rows.map(({ title }) => `“${title}”`));
  const message = isUnderWay
    ? `What we have sent is still on its way: ${titles}. Your account can be deleted once that has arrived. Please write to us if it takes long.`
    : `We still keep ${titles} for you. Please ask for the return first, on the page Physical Items.`;
  throw new AppError('conflict', message);
}

/** SQL on a row of users: we hold an item of theirs, or one is on its way. */
export const isAnythingKept: SQL<boolean> = sql`exists (
  select 1 from ${physicalItems} where ${physicalItems.userId} = ${users.id} and ${isHere})`;
