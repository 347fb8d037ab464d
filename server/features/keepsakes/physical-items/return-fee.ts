import { and, eq } from 'drizzle-orm';
import { centsOf } from '../../../../shared/dollars.ts';
import { returnFeeDollars } from '../../../../shared/keepsakes/item-rules.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { AppError, requireFound } from '../../../platform/errors.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import type { CheckoutSessionRow } from '../../billing/payments/checkout-sessions/checkout-sessions.table.ts';
import {
  closeCheckouts,
  openPage,
  prepareCheckout,
} from '../../billing/payments/checkout-sessions/checkout-sessions.ts';
import { oweRefund } from '../../billing/payments/refunds/refunds.ts';
import { changeColumns, lockItem, recordItem } from './item-rows.ts';
import { isFeeSettled } from './item-state.ts';
import { physicalItems } from './physical-items.table.ts';

/** Opens the page for paying the fee, and closes earlier ones. 404 for somebody else's item, 409 if nothing has to be paid. */
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
    return 'A return that no longer needs to be paid: this payment will be refunded.';
  }
  const after = await changeColumns(tx, services, item.id, {
    returnFeePaidAt: session.paidAt ?? services.clock.now(),
  });
  await recordItem(tx, services, after, 'physical-item.return-fee-paid');
  return `The return of ${requireFound(item).title}.`;
}
