import { z } from 'zod';
import { PlanKey } from '../accounts/accounts.ts';
import { Id } from '../values.ts';
import { billingPeriods, paidPlanKeys } from './billing.ts';

/** Contains no price: that comes from the catalogue. */
export const CheckoutForm = z.object({
  subscriptionPlan: z.enum(paidPlanKeys, 'Please choose Golden Thread or Eternal Light'),
  billingPeriod: z.enum(billingPeriods, 'Please choose how often you would like to pay').default('monthly'),
});

/** The page to pay on. */
export const Checkout = z.object({ url: z.string() });
export type Checkout = z.input<typeof Checkout>;

export const CheckoutSessionParams = z.object({ sessionId: Id });

export const CheckoutSession = z.object({
  /** `active` once the session is paid, whatever it was for. */
  subscriptionStatus: z.enum(['active', 'incomplete']),
  /** The owner's current plan. */
  subscriptionPlan: PlanKey,
  /** What it is for; `subscription` means a plan. */
  purpose: z.string(),
  /** How much of it is or was refunded; absent if nothing is. */
  owedBackDollars: z.number().optional(),
});
export type CheckoutSession = z.input<typeof CheckoutSession>;
