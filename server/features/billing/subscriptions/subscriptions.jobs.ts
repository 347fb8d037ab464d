import type { z } from 'zod';
import type { endSubscription } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { PaymentEffects } from '../payments/payment-events/payment-events.ts';
import { endAtProvider, syncDueSubscriptions } from './sync-subscriptions.ts';

export function endSubscriptionHandler(services: Services, effects: PaymentEffects) {
  return ({ subscriptionId }: z.output<typeof endSubscription.payload>) =>
    endAtProvider(services, effects, subscriptionId);
}

/** Timer: asks about subscriptions that nothing was heard of for a day, or whose period has ended. */
export function sweepSubscriptions(services: Services, effects: PaymentEffects): Promise<void> {
  return syncDueSubscriptions(services, effects);
}
