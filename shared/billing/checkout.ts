import { z } from 'zod';
import { PlanKey } from '../accounts/accounts.ts';
import { Id } from '../values.ts';
import { billingPeriods, paidPlanKeys } from './billing.ts';

/** The price is not asked for: it is the catalogue's. */
export const CheckoutForm = z.object({
  subscriptionPlan: z.enum(paidPlanKeys, 'Please choose Golden Thread or Eternal Light'),
  billingPeriod: z.enum(billingPeriods, 'Please choose how long to pay for at once').default('monthly'),
});

/** Where to pay. */
export const Checkout = z.object({ url: z.string() });
export type Checkout = z.input<typeof Checkout>;

export const CheckoutSessionParams = z.object({ sessionId: Id });

export const CheckoutSession = z.object({
  /** `active` once what was ordered is paid, whatever that was. */
  subscriptionStatus: z.enum(['active', 'incomplete']),
  /** The plan the owner has now. */
  subscriptionPlan: PlanKey,
  /** What it was for; a plan is `subscription`. */
  purpose: z.string(),
});
export type CheckoutSession = z.input<typeof CheckoutSession>;
