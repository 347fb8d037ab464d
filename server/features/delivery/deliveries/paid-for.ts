import { type PaidState, standingForDelivery } from '../../billing/arrears/arrears.ts';

/**
 * Does a delivery of this owner wait for a payment? Not where the plan is paid for now, and not where it was when the delivery
 * fell due: an outage of ours, or an address that had to be corrected, costs nobody what was paid for.
 */
export function isInArrears(account: PaidState, dueAt: Date, now: Date): boolean {
  const isPaidFor = (at: Date) => standingForDelivery(account, at).state === 'current';
  return !isPaidFor(now) && !isPaidFor(dueAt);
}
