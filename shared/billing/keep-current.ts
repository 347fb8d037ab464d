import { z } from 'zod';
import { EmailAddress, Id, Instant, optionalLine } from '../values.ts';

// What somebody sees and does who pays what is due on another person's account, through a link and without an account.
//
//   GET /api/keep-current/:token                     what is due; changes nothing
//   POST /api/keep-current/:token/checkout           { payerName, payerEmail }: a page to pay on
//   GET /api/keep-current/:token/payments/:sessionId what became of that payment
//
// It never contains what was left, to whom, or how much.

const token = z.string().length(43);

export const KeepCurrentParams = z.object({ token });
export const ArrearsPaymentParams = z.object({ token, sessionId: Id });

/** `due`: within the grace period. `late`: after it. `current`: nothing is due. `closed`: nothing can be paid here. */
export const KeepCurrentState = z.enum(['due', 'late', 'current', 'closed']);
export type KeepCurrentState = z.output<typeof KeepCurrentState>;

const MonthDue = z.object({ from: Instant, to: Instant, amountDollars: z.number() });

export const KeepCurrentPage = z.object({
  ownerFirstName: z.string(),
  ownerName: z.string(),
  planName: z.string(),
  state: KeepCurrentState,
  /** Where the gap begins; null if nothing is due. */
  paidThrough: Instant.nullable(),
  monthsDue: z.number().int(),
  months: z.array(MonthDue),
  amountDollars: z.number(),
  /** Until when delivery is guaranteed once it is paid; null if nothing is due, and while the clock is stopped. */
  graceEndsAt: Instant.nullable(),
  /** Until when the account is paid afterwards; null if nothing is due. */
  securesUntil: Instant.nullable(),
  /** Since when the clock has been stopped because the owner has died; nothing is charged for later. */
  stoppedAt: Instant.nullable(),
});
export type KeepCurrentPage = z.input<typeof KeepCurrentPage>;

/** The server determines the amount. */
export const KeepCurrentForm = z.object({ payerName: optionalLine(200), payerEmail: EmailAddress });

export const ArrearsPayment = z.object({
  isPaid: z.boolean(),
  amountDollars: z.number(),
  paidAt: Instant.nullable(),
  payerName: z.string().nullable(),
  /** How much of it will be refunded, because those months had already been paid, or the account is being deleted. */
  owedBackDollars: z.number(),
  /** Until when the account is paid now. */
  paidThrough: Instant.nullable(),
});
export type ArrearsPayment = z.input<typeof ArrearsPayment>;

/** The owner's own link, for sending to somebody; null if nothing is due. */
export const OwnKeepCurrent = z.object({ url: z.string().nullable() });
export type OwnKeepCurrent = z.input<typeof OwnKeepCurrent>;
