import { z } from 'zod';
import { allOrNone, instantInQuery, pageLimit } from '../list-query.ts';
import { Reason } from '../system/reason.ts';
import { Id, Instant, plainText } from '../values.ts';

// What staff see of payments that are to be given back.

/** Why: it was paid before, a larger plan was paid already, staff cancelled what was paid for, or somebody else had paid the months due. */
export const refundCauses = ['paid-twice', 'lesser-plan', 'order-cancelled', 'arrears-paid-twice'] as const;
export type RefundCause = (typeof refundCauses)[number];

export const StaffRefund = z.object({
  id: Id,
  cause: z.enum(refundCauses),
  /** In dollars. */
  amount: z.number(),
  provider: z.string(),
  /** The provider's own id of the payment. */
  paymentId: z.string(),
  paidAt: Instant,
  owedSince: Instant,
  /** Null where the account was erased meanwhile: the money is owed all the same. */
  owner: z.object({ id: Id, name: z.string(), email: z.string() }).nullable(),
  /** The gift order that was paid for, where it was one. */
  orderId: Id.nullable(),
  givenBackAt: Instant.nullable(),
  /** The name of the member of staff. */
  givenBackBy: z.string().nullable(),
  /** The provider's reference of the refund. */
  reference: z.string().nullable(),
});
export type StaffRefund = z.input<typeof StaffRefund>;

export const StaffRefundList = z.object({
  refunds: z.array(StaffRefund),
  /** Ask for what comes after this one. */
  next: z.object({ afterSince: Instant, after: Id }).nullable(),
});
export type StaffRefundList = z.input<typeof StaffRefundList>;

/** Those owed the longest first; of what was given back, the same. */
export const StaffRefundQuery = z
  .object({
    state: z.enum(['owed', 'given-back']).default('owed'),
    limit: pageLimit(50),
    afterSince: instantInQuery,
    after: Id.optional(),
  })
  .refine(...allOrNone('afterSince', 'after'));
export type StaffRefundQuery = z.output<typeof StaffRefundQuery>;

export const StaffGivingBack = z.object({
  reason: Reason,
  reference: plainText(200).trim().min(1, 'Please give the provider’s reference of the refund'),
  /** As it was seen: whether it was given back already. */
  seen: z.object({ givenBackAt: Instant.nullable() }),
});
