import type { Services } from '../../../platform/context.ts';
import type { SubscriptionState } from '../../../platform/payments/payments.ts';
import { currentPrice } from './prices.ts';
import type { SubscriptionRow } from './subscriptions.table.ts';

/** Whether the provider has forgotten it, and is not merely asked with the keys of another account, which knows none of ours. */
export async function hasForgotten(
  { payments, log }: Services,
  { id: subscriptionId, customerId, endedAt }: SubscriptionRow,
): Promise<boolean> {
  if (endedAt) return true;
  const isForgotten = await payments.knowsCustomer(customerId);
  const why = isForgotten ? '' : ', nor its customer: are these the keys of another account?';
  log.error({ subscriptionId }, `the payment provider does not know a subscription${why}`);
  return isForgotten;
}

/**
 * The provider does not know it, and charges nothing for it: it has ended. Unless its owner had cancelled it, the plan stays
 * and lapses, as if it had not been paid. If the provider knows it again later, that answer counts.
 */
export function forgotten(known: SubscriptionRow): SubscriptionState {
  const { providerId: id, customerId, startedAt, paidThrough, endsAt } = known;
  return {
    ...{ id, customerId, startedAt, paidThrough, endsAt, reference: '' },
    status: 'ended',
    priceKey: currentPrice(known).key,
    isBeingCharged: false,
    isUnpaid: endsAt === null,
    nextPriceKey: null,
    payments: [],
  };
}
