import type { Services } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Choice, priceFor } from './prices.ts';
import type { SubscriptionRow } from './subscriptions.table.ts';

// What a preview asks the provider, and can do without.

/** Our own record counts a renewal that is being charged as paid for a day. False if the provider does not say. */
export async function isBeingCharged(
  { payments, log }: Services,
  { id, providerId }: SubscriptionRow,
): Promise<boolean> {
  try {
    return (await payments.findSubscription(providerId))?.isBeingCharged ?? false;
  } catch (error) {
    log.error({ err: error, subscriptionId: id }, 'the provider did not say whether a plan is paid');
    return false;
  }
}

/** Null if the provider cannot tell: the change itself does not depend on it. */
export async function askAmount(
  { payments, log }: Services,
  held: SubscriptionRow,
  choice: Choice,
): Promise<number | null> {
  try {
    return await payments.previewChange(held.providerId, priceFor(choice));
  } catch (error) {
    if (error instanceof AppError) throw error;
    log.error({ err: error, subscriptionId: held.id }, 'the provider did not say what a change costs');
    return null;
  }
}
