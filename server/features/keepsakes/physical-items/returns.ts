import { returnFeeDollars } from '../../../../shared/keepsakes/item-rules.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { AppError, allowed } from '../../../platform/errors.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import {
  closeCheckouts,
  listPaidCheckouts,
} from '../../billing/payments/checkout-sessions/checkout-sessions.ts';
import { oweRefund } from '../../billing/payments/refunds/refunds.ts';
import { changeColumns, lockItem, recordItem } from './item-rows.ts';
import { isFeeSettled, nextStatus } from './item-state.ts';
import type { PhysicalItemRow } from './physical-items.table.ts';

/** Asks for an item back, for a fee. 404 for somebody else's item, 409 unless it is stored. */
export function requestReturn(services: Services, userId: string, id: string, reason: string): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    await lockOwner(tx, userId);
    const before = await lockItem(tx, userId, id);
    const status = nextStatus(before, 'return-asked');
    if (!status) throw new AppError('conflict', 'Only an item that is stored can be asked back');
    const item = await changeColumns(tx, services, id, {
      status,
      returnRequestDate: services.clock.now(),
      returnReason: reason,
      returnFee: returnFeeDollars,
    });
    await recordItem(tx, services, item, 'physical-item.return-asked');
  });
}

/** The item stays after all; a fee that was paid is refunded. 404 for somebody else's item, 409 once it is on its way. */
export function callOffReturn(services: Services, userId: string, id: string): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    await lockOwner(tx, userId);
    const item = await lockItem(tx, userId, id);
    if (!nextStatus(item, 'return-called-off'))
      throw new AppError('conflict', 'This return can no longer be called off');
    await endReturn(tx, services, item, 'return-called-off');
    await recordItem(tx, services, item, 'physical-item.return-called-off');
  });
}

/** Keeps an item whose return ends because of `event`. The caller has locked the owner and the item. */
export async function endReturn(
  tx: Tx,
  services: Services,
  item: PhysicalItemRow,
  event: 'return-called-off' | 'released',
): Promise<void> {
  const { id, userId } = item;
  const status = allowed(nextStatus(item, event));
  await closeCheckouts(tx, services, { id: userId }, { purpose: 'return-fee', subjectId: id });
  for (const session of await listPaidCheckouts(tx, id))
    await oweRefund(tx, services, session, 'return-fee-not-due');
  await changeColumns(tx, services, id, { status, ...noReturn });
}

export const noReturn = {
  returnRequestDate: null,
  returnReason: null,
  returnFee: null,
  returnFeePaidAt: null,
} satisfies Partial<PhysicalItemRow>;

/** Of an item that arrives while its owner's account is being deleted: they cannot ask for it, nor pay a fee. */
export function returnToLeaving(item: PhysicalItemRow, now: Date): Partial<PhysicalItemRow> {
  return {
    returnRequestDate: item.returnRequestDate ?? now,
    returnReason: item.returnReason ?? 'It arrived while the account was being deleted.',
    ...(!isFeeSettled(item) && { returnFee: 0 }),
  };
}
