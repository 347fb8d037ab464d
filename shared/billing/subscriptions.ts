import { z } from 'zod';
import { PlanKey } from '../accounts/accounts.ts';
import { Id, Instant } from '../values.ts';
import { billingPeriods, paidPlanKeys } from './billing.ts';

export const Subscription = z.object({
  plan: z.enum(paidPlanKeys),
  billingPeriod: z.enum(billingPeriods),
  /** Whether the lower price of later years is paid. */
  isReduced: z.boolean(),
  status: z.enum(['incomplete', 'active', 'overdue', 'ended']),
  paidThrough: Instant.nullable(),
  /** When it ends; null while it renews. */
  endsAt: Instant.nullable(),
  /** What it changes to at the end of the period. */
  nextPlan: PlanKey.nullable(),
  nextPeriod: z.enum(billingPeriods).nullable(),
});
export type Subscription = z.input<typeof Subscription>;

/** What has changed, when, and what stays, in sentences for the owner. */
export const SubscriptionChanged = z.object({ message: z.string(), subscription: Subscription });
export type SubscriptionChanged = z.input<typeof SubscriptionChanged>;

export const Portal = z.object({ url: z.string() });
export type Portal = z.input<typeof Portal>;

export const Payment = z.object({
  id: Id,
  paidAt: Instant,
  /** In dollars. */
  amount: z.number(),
  /** `renewal`, or what the checkout was for. */
  purpose: z.string(),
  plan: z.enum(paidPlanKeys).nullable(),
  /** The provider's own invoice, where it makes one. */
  invoiceUrl: z.string().nullable(),
});

export const PaymentList = z.object({
  /** Newest first. */
  payments: z.array(Payment),
  /** The subscription that counts; null for one who has none. */
  subscription: Subscription.nullable(),
  /** Whether the provider has a page for changing the card. */
  canChangeCard: z.boolean(),
});
export type PaymentList = z.input<typeof PaymentList>;
