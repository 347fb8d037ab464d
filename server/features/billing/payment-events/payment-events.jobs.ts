import type { Services } from '../../../platform/context.ts';
import { type PaymentEffects, settleForgottenCheckouts } from './payment-events.ts';

/** A beat of the timer: payments of which the provider's word was lost. */
export function sweepForgottenPayments(services: Services, effects: PaymentEffects): Promise<void> {
  return settleForgottenCheckouts(services, effects);
}
