import { z } from 'zod';
import { PlanKey } from '../accounts/accounts.ts';
import { Id, Instant } from '../values.ts';
import { billingPeriods, paidPlanKeys } from './billing.ts';
import { CheckoutForm } from './checkout.ts';

export const Subscription = z.object({
  plan: z.enum(paidPlanKeys),
  billingPeriod: z.enum(billingPeriods),
  /** Whether the lower price of later years applies. */
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

/** What the owner saw when they decided. */
export const SeenPlan = Subscription.pick({
  plan: true,
  billingPeriod: true,
  endsAt: true,
  nextPlan: true,
  nextPeriod: true,
}).extend({
  /** What is paid at once, in dollars; null if the provider did not say. It is only compared, never charged. */
  amount: z.number().nullable(),
});
export type SeenPlan = z.input<typeof SeenPlan>;

/** With `seen`, the change is refused if that no longer applies. */
export const ChangeForm = CheckoutForm.extend({ seen: SeenPlan.optional() });

/** `free` asks about cancelling. */
export const PreviewForm = CheckoutForm.extend({ subscriptionPlan: PlanKey });

/** What a change would do, in sentences for the owner. */
export const ChangePreview = z.object({
  /** What changes, and when. */
  change: z.string(),
  /** What has to be paid now. */
  cost: z.string(),
  stays: z.array(z.string()),
  seen: SeenPlan,
});
export type ChangePreview = z.input<typeof ChangePreview>;

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
  /** The provider's own invoice or receipt, if it makes one. Ours is at `/api/payments/{id}/receipt.pdf`. */
  invoiceUrl: z.string().nullable(),
  /** What was or will be refunded of it (`givenBackAt` is null until then); in dollars. */
  refund: z.object({ amount: z.number(), givenBackAt: Instant.nullable() }).nullable(),
});

export const PaymentList = z.object({
  /** Newest first. */
  payments: z.array(Payment),
  /** The subscription that counts; null without one. */
  subscription: Subscription.nullable(),
  /** Whether another plan can replace this one without a new checkout. */
  canChangePlan: z.boolean(),
  /** Since when the owner's plan is not paid; null while it is. */
  unpaidSince: Instant.nullable(),
  /** Whether the provider has a page for changing the card. */
  canChangeCard: z.boolean(),
});
export type PaymentList = z.input<typeof PaymentList>;
