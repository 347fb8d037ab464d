import type { RefundCause, RefundState } from '../../../../../shared/billing/refunds.ts';
import type { RefundRow } from './refunds.table.ts';

/** Refunds that follow from a rule are paid at once; the rest wait for staff to look at them first. */
const paidOut: Readonly<Record<RefundCause, 'at-once' | 'by-staff'>> = {
  'paid-twice': 'by-staff',
  'lesser-plan': 'by-staff',
  'arrears-paid-twice': 'by-staff',
  'order-cancelled': 'at-once',
  'booking-cancelled': 'at-once',
  'return-fee-not-due': 'at-once',
  'return-lost': 'at-once',
  'account-leaving': 'at-once',
  'at-provider': 'by-staff',
};

export function isPaidAtOnce(cause: RefundCause): boolean {
  return paidOut[cause] === 'at-once';
}

type Dates = Pick<RefundRow, 'startedAt' | 'refusedAt' | 'givenBackAt'>;

/**
 * owed → refunding → given-back or refused. From refused, staff try again or record that they gave it back in
 * another way. A refund that fails at the bank days later goes from given-back to refused.
 */
export function refundStateOf({ startedAt, refusedAt, givenBackAt }: Dates): RefundState {
  if (givenBackAt) return 'given-back';
  if (refusedAt) return 'refused';
  return startedAt ? 'refunding' : 'owed';
}
