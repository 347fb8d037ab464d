import type { Services } from '../../../../platform/context.ts';
import { type PaymentEffects, settleMissedCheckouts } from './payment-events.ts';

/** Timer: looks up payments whose event never arrived. */
export function sweepMissedPayments(services: Services, effects: PaymentEffects): Promise<void> {
  return settleMissedCheckouts(services, effects);
}
