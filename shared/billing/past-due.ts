import { z } from 'zod';
import { allOrNone, instantInQuery, pageLimit } from '../list-query.ts';
import { CalendarDay, Id, Instant, Reason } from '../values.ts';
import { paidPlanKeys } from './billing.ts';

/**
 * The notices about an account that is or will be in arrears, in this order: a week before, at the lapse, one
 * and two months after it, and when the three months of grace are over. Each is sent once per lapse.
 */
export const pastDueSteps = ['before', 'lapse', 'month-1', 'month-2', 'over'] as const;
export type PastDueStep = (typeof pastDueSteps)[number];

/** Sent in addition, once per lapse: that a delivery waits or, once the owner has died, that what they left does. */
export type PastDueNotice = PastDueStep | 'held' | 'death';

// What staff see of accounts whose plan is no longer paid.

/** How far ahead of today a plan may be extended without a payment. */
export const longestExtensionMonths = 12;

export const PastDueAccount = z.object({
  /** The account's id. */
  id: Id,
  name: z.string(),
  email: z.string(),
  plan: z.enum(paidPlanKeys),
  /** Until when it was paid. */
  paidThrough: Instant,
  /** How many months have to be paid, and what they cost, in dollars. */
  monthsDue: z.number().int(),
  amount: z.number(),
  graceEndsAt: Instant,
  /** Whether paying still guarantees delivery. */
  isGuaranteed: z.boolean(),
  /** Since when the owner is known to have died. */
  diedSince: Instant.nullable(),
  /** Which notices were sent, and when; those from the lapse on also to trusted contacts. */
  told: z.array(z.object({ step: z.enum([...pastDueSteps, 'held', 'death']), at: Instant })),
});
export type PastDueAccount = z.input<typeof PastDueAccount>;

export const PastDueList = z.object({
  accounts: z.array(PastDueAccount),
  /** The cursor of the next page. */
  next: z.object({ afterSince: Instant, after: Id }).nullable(),
});
export type PastDueList = z.input<typeof PastDueList>;

/** Those that lapsed first come first. `grace`: within the last three months; `over`: earlier. */
export const PastDueQuery = z
  .object({
    state: z.enum(['grace', 'over']).default('grace'),
    limit: pageLimit(50),
    afterSince: instantInQuery,
    after: Id.optional(),
  })
  .refine(...allOrNone('afterSince', 'after'));
export type PastDueQuery = z.output<typeof PastDueQuery>;

/** Goodwill: the plan counts as paid until the end of that day, in UTC. */
export const StaffExtension = z.object({
  reason: Reason,
  until: CalendarDay,
  seen: z.object({ paidThrough: Instant }),
});
