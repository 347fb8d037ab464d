import { z } from 'zod';
import { paidPlanKeys } from '../billing/billing.ts';
import { allOrNone, instantInQuery, pageLimit } from '../list-query.ts';
import { arrearsSteps } from '../people/arrears-steps.ts';
import { Reason } from '../system/reason.ts';
import { CalendarDay, Id, Instant } from '../values.ts';

// What staff see of accounts whose plan is not paid any more.

/** How far ahead of today a plan may be extended without a payment. */
export const longestExtensionMonths = 12;

export const StaffArrears = z.object({
  /** Of the account. */
  id: Id,
  name: z.string(),
  email: z.string(),
  plan: z.enum(paidPlanKeys),
  /** Until when it was paid. */
  paidThrough: Instant,
  /** How many months are to be paid, and what they cost, in dollars. */
  monthsDue: z.number().int(),
  amount: z.number(),
  graceEndsAt: Instant,
  /** Whether delivery is still guaranteed to who pays. */
  isGuaranteed: z.boolean(),
  /** Since when the owner is known to have died. */
  diedSince: Instant.nullable(),
  /** What was told, and when; from the lapse on also to trusted contacts. */
  told: z.array(z.object({ step: z.enum([...arrearsSteps, 'held', 'death']), at: Instant })),
});
export type StaffArrears = z.input<typeof StaffArrears>;

export const StaffArrearsList = z.object({
  accounts: z.array(StaffArrears),
  /** Ask for what comes after this one. */
  next: z.object({ afterSince: Instant, after: Id }).nullable(),
});
export type StaffArrearsList = z.input<typeof StaffArrearsList>;

/** Those that lapsed the longest ago first. `grace`: within the last three months; `over`: before. */
export const StaffArrearsQuery = z
  .object({
    state: z.enum(['grace', 'over']).default('grace'),
    limit: pageLimit(50),
    afterSince: instantInQuery,
    after: Id.optional(),
  })
  .refine(...allOrNone('afterSince', 'after'));
export type StaffArrearsQuery = z.output<typeof StaffArrearsQuery>;

/** Goodwill: the plan counts as paid until the end of that day, in UTC. */
export const StaffExtension = z.object({
  reason: Reason,
  until: CalendarDay,
  seen: z.object({ paidThrough: Instant }),
});
