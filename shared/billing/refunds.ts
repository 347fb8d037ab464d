import { z } from 'zod';
import { allOrNone, instantInQuery, pageLimit } from '../list-query.ts';
import { Id, Instant, plainText, Reason } from '../values.ts';

// What staff see of payments that have to be refunded.

/** Why. `server/features/billing/payments/refunds/refund-state.ts` says which of them are paid at once, without staff. */
const refundCauses = [
  'paid-twice',
  'lesser-plan',
  'arrears-paid-twice',
  'order-cancelled',
  'booking-cancelled',
  'return-fee-not-due',
  'return-lost',
  'account-leaving',
  /** Somebody refunded it on the provider's own pages. */
  'at-provider',
] as const;
export type RefundCause = (typeof refundCauses)[number];

/** `refunding`: the provider is being asked to refund it. `refused`: the provider said no, or its bank did later. */
const refundStates = ['owed', 'refunding', 'refused', 'given-back'] as const;
export type RefundState = (typeof refundStates)[number];

export const StaffRefund = z.object({
  id: Id,
  cause: z.enum(refundCauses),
  /** In dollars. */
  amount: z.number(),
  provider: z.string(),
  /** The payment's id at the provider. */
  paymentId: z.string(),
  paidAt: Instant,
  owedSince: Instant,
  state: z.enum(refundStates),
  /** Since when the provider has been asked for it; kept after it answers. */
  startedAt: Instant.nullable(),
  refusedAt: Instant.nullable(),
  /** The provider's words. */
  refusal: z.string().nullable(),
  /** Whether the provider can be asked to refund it; not if another provider took the payment. */
  canRefund: z.boolean(),
  /** Null if the account was erased meanwhile: the money is still owed. */
  owner: z.object({ id: Id, name: z.string(), email: z.string() }).nullable(),
  /** The gift order that was paid for, if it was one. */
  orderId: Id.nullable(),
  givenBackAt: Instant.nullable(),
  /** The name of the member of staff who recorded or requested it, if one did. */
  givenBackBy: z.string().nullable(),
  /** The provider's reference of the refund. */
  reference: z.string().nullable(),
});
export type StaffRefund = z.input<typeof StaffRefund>;

export const StaffRefundList = z.object({
  refunds: z.array(StaffRefund),
  /** The cursor of the next page. */
  next: z.object({ afterSince: Instant, after: Id }).nullable(),
});
export type StaffRefundList = z.input<typeof StaffRefundList>;

/** Those owed the longest come first, also among those already refunded. */
export const StaffRefundQuery = z
  .object({
    state: z.enum(['owed', 'given-back']).default('owed'),
    limit: pageLimit(50),
    afterSince: instantInQuery,
    after: Id.optional(),
  })
  .refine(...allOrNone('afterSince', 'after'));
export type StaffRefundQuery = z.output<typeof StaffRefundQuery>;

/** The state that was seen. */
const seen = z.object({ state: z.enum(refundStates) });

/** Has the provider refund it. */
export const StaffRefunding = z.object({ reason: Reason, seen });

/** Records that somebody gave it back in another way. */
export const StaffGivingBack = z.object({
  reason: Reason,
  reference: plainText(200).trim().min(1, 'Please give the provider’s reference of the refund'),
  seen,
});
