import { advisoryLock } from '../../../platform/advisory-lock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import type { ChargeState } from '../../../platform/payments/payments.ts';
import {
  type DisputedPayment,
  findQuietDisputes,
  noteDisputes,
  versionOfDisputes,
} from '../payments/disputes/disputes.ts';
import type { PaymentEffects } from '../payments/payment-events/payment-events.ts';
import { noteRefundsAtProvider } from '../payments/refunds/refunds.ts';
import { findPayment, type Payment } from './find-payment.ts';

/** Each lost race means that another process has stored a newer answer. */
const maxAttempts = 10;

/**
 * Asks the provider what was refunded or disputed of a charge, and makes our records match, whatever we heard
 * before. An answer about disputes is written only if no other was written since the request.
 */
export async function syncCharge(
  services: Services,
  effects: PaymentEffects,
  chargeId: string,
): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const version = await versionOfDisputes(services.db, chargeId);
    const charge = await services.payments.findCharge(chargeId);
    if (!charge) return;
    const payment = await findPayment(services, effects, charge);
    if (await applyUnlessOlder(services, version, charge, payment)) return;
  }
  throw new Error(`charge ${chargeId} changed too often to be read`);
}

function applyUnlessOlder(
  services: Services,
  version: string,
  charge: ChargeState,
  payment: Payment | undefined,
): Promise<boolean> {
  return inTransaction(services.db, async (tx) => {
    await advisoryLock(tx, `charge ${charge.id}`);
    if ((await versionOfDisputes(tx, charge.id)) !== version) return false;
    if (payment) await noteRefundsAtProvider(tx, services, payment, charge);
    await noteDisputes(tx, services, payment ?? unknownPayment, charge);
    return true;
  });
}

const unknownPayment: DisputedPayment = {
  userId: null,
  checkoutSessionId: null,
  subscriptionPaymentId: null,
};

/** Timer: asks about open disputes that nobody has told us about for a day. */
export async function syncQuietDisputes(services: Services, effects: PaymentEffects): Promise<void> {
  const quiet = (await findQuietDisputes(services)).map(({ chargeId: id }) => ({ id }));
  await services.sweeps.each('quiet-disputes', quiet, ({ id }) => syncCharge(services, effects, id));
}
