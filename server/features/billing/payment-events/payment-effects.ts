import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import type { UserRow } from '../../accounts/accounts/accounts.table.ts';
import { settleGiftOrder } from '../../store/gifts/gifts.ts';
import type { CheckoutPurpose, CheckoutSessionRow } from '../checkout-sessions/checkout-sessions.table.ts';
import { startPaidPlan } from '../subscriptions/subscriptions.ts';

/**
 * Does what was paid for and answers, for the receipt, a sentence or two about it. Called once per paid session, in the
 * transaction that writes the payment down, with the owner's row locked. It never refuses: the money has been taken.
 */
export type PaymentEffect = (
  tx: Tx,
  services: Services,
  owner: UserRow,
  session: CheckoutSessionRow,
) => Promise<string>;

/**
 * What a payment does, by what it was for. Here and not at `openCheckout`, so that a noun may both open a checkout and be
 * called when it is paid without a circle of imports.
 */
export const paymentEffects: Readonly<Record<CheckoutPurpose, PaymentEffect>> = {
  subscription: startPaidPlan,
  'gift-order': settleGiftOrder,
};
