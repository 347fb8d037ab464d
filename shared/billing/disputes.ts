import { z } from 'zod';
import { allOrNone, instantInQuery, pageLimit } from '../list-query.ts';
import { Id, Instant } from '../values.ts';

// What staff see of charges that a payer disputes with their bank.

/** `asked`: an answer is wanted. `looked-at`: it was answered, and the bank is deciding. */
const disputeStatuses = ['asked', 'looked-at', 'won', 'lost'] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

export const StaffDispute = z.object({
  id: Id,
  status: z.enum(disputeStatuses),
  /** In dollars. */
  amount: z.number(),
  /** The bank's reason, in the provider's terms. */
  reason: z.string(),
  openedAt: Instant,
  /** Until when an answer is accepted. */
  dueBy: Instant.nullable(),
  closedAt: Instant.nullable(),
  /** The provider's page for answering it. */
  url: z.string(),
  /** The dispute's id at the provider. */
  providerId: z.string(),
  /** Null if the account was erased, or the charge is not one of ours. */
  owner: z.object({ id: Id, name: z.string(), email: z.string() }).nullable(),
  /** What was paid: `renewal`, or what the checkout was for. */
  purpose: z.string().nullable(),
  paidAt: Instant.nullable(),
});
export type StaffDispute = z.input<typeof StaffDispute>;

export const StaffDisputeList = z.object({
  disputes: z.array(StaffDispute),
  /** The cursor of the next page. */
  next: z.object({ afterSince: Instant, after: Id }).nullable(),
});
export type StaffDisputeList = z.input<typeof StaffDisputeList>;

/** Oldest first. */
export const StaffDisputeQuery = z
  .object({
    state: z.enum(['open', 'closed']).default('open'),
    limit: pageLimit(50),
    afterSince: instantInQuery,
    after: Id.optional(),
  })
  .refine(...allOrNone('afterSince', 'after'));
export type StaffDisputeQuery = z.output<typeof StaffDisputeQuery>;
