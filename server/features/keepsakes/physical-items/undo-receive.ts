import { desc, eq } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { enqueueMail } from '../../outbox/messages/mails/mails.ts';
import { itemHandovers, type PhysicalItemRow } from './physical-items.table.ts';
import { isJustReceived } from './staff-rules.ts';
import { awaitRequestsFor } from './storage-requests/storage-requests.ts';

/**
 * 409 unless this member of staff recorded the arrival within the last hour, and nothing was done with the item since.
 * Otherwise one of them could make an item disappear that a colleague had received.
 */
export async function requireOwnReceipt(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  item: PhysicalItemRow,
  actor: Pick<UserRow, 'id'>,
): Promise<void> {
  const [last] = await tx
    .select()
    .from(itemHandovers)
    .where(eq(itemHandovers.physicalItemId, item.id))
    .orderBy(desc(itemHandovers.id))
    .limit(1);
  const isOwn = !last || (last.step === 'received' && last.byId === actor.id);
  if (isOwn && isJustReceived(item, clock.now())) return;
  throw new AppError(
    'conflict',
    'That an item has arrived can be taken back for an hour, by whoever recorded it, while nothing else was done with it.',
  );
}

/** Its requests wait again for it to come, and its owner, who was told that it is here, is told that it is not. */
export async function undoReceipt(tx: Tx, services: Services, item: PhysicalItemRow): Promise<void> {
  const { id, userId, receivedDate } = item;
  await awaitRequestsFor(tx, services, { itemId: id, receivedDate });
  await enqueueMail(tx, services, { kind: 'item-receipt-undone', userId, subjectId: id });
}
