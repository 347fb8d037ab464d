import { and, eq } from 'drizzle-orm';
import { centsOf } from '../../../../shared/dollars.ts';
import { returnFeeDollars } from '../../../../shared/keepsakes/item-rules.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { AppError, allowed, requireFound } from '../../../platform/errors.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import type { CheckoutSessionRow } from '../../billing/payments/checkout-sessions/checkout-sessions.table.ts';
import {
  closeCheckouts,
  listPaidCheckouts,
  openPage,
  prepareCheckout,
} from '../../billing/payments/checkout-sessions/checkout-sessions.ts';
import { oweRefund } from '../../billing/payments/refunds/refunds.ts';
import { changeColumns, lockItem, recordItem } from './item-rows.ts';
import { isFeeSettled, nextStatus } from './item-state.ts';
import { type PhysicalItemRow, physicalItems } from './physical-items.table.ts';

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

/** The item stays after all; a fee that was paid is given back. 404 for somebody else's item, 409 once it is on its way. */
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

/** Keeps an item whose return `event` ends. The caller has locked the owner and the item. */
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

/** Opens the page on which the fee is paid, and closes earlier ones. 404 for somebody else's item, 409 where nothing is to be paid. */
export async function openReturnFee(
  services: Services,
  userId: string,
  id: string,
  origin: string,
): Promise<{ url: string }> {
  const checkout = await inTransaction(services.db, async (tx) => {
    const owner = await lockOwner(tx, userId);
    const item = await lockItem(tx, userId, id);
    const { status, returnFee, title } = item;
    if (status !== 'requested_return' || isFeeSettled(item))
      throw new AppError('conflict', 'There is no fee to pay for this item');
    await closeCheckouts(tx, services, owner, { purpose: 'return-fee', subjectId: id });
    return prepareCheckout(tx, services, owner, {
      purpose: 'return-fee',
      subjectId: id,
      lines: [{ label: `Return of ${title}`, amountCents: centsOf(returnFee ?? returnFeeDollars) }],
      origin,
      successPath: '/checkout-success',
      cancelPath: '/physical-items?cancelled=true',
    });
  });
  return openPage(services, checkout);
}

/** The effect of a payment: the item may be sent back. A payment for a return that no longer exists is refunded. */
export async function settleReturnFee(
  tx: Tx,
  services: Services,
  { id: userId }: UserRow,
  session: CheckoutSessionRow,
): Promise<string> {
  const [item] = await tx
    .select()
    .from(physicalItems)
    .where(and(eq(physicalItems.id, session.subjectId ?? ''), eq(physicalItems.userId, userId)))
    .for('update');
  if (!item || item.returnRequestDate === null || isFeeSettled(item)) {
    const cause = item?.returnFeePaidAt ? 'paid-twice' : 'return-fee-not-due';
    await oweRefund(tx, services, session, cause);
    if (item) await recordItem(tx, services, item, 'physical-item.return-fee-paid-in-vain');
    return 'A return that no longer needs to be paid: this payment will be given back to you.';
  }
  const after = await changeColumns(tx, services, item.id, {
    returnFeePaidAt: session.paidAt ?? services.clock.now(),
  });
  await recordItem(tx, services, after, 'physical-item.return-fee-paid');
  return `The return of ${requireFound(item).title}.`;
}
