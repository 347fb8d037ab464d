import { plans } from '../plans.ts';
import type { PaidPlanKey } from './billing.ts';

const purposeLabels: Readonly<Record<string, string>> = {
  renewal: 'renewed',
  subscription: 'first payment',
  arrears: 'Months that were due, paid by the link',
  'gift-order': 'Gifts from the store',
  'counselor-booking': 'A counseling session',
  'return-fee': 'The return of a physical item',
};

/** What was paid, in a few words: for `renewal`, or for what the checkout was for. */
export function describePurpose({ purpose, plan }: { purpose: string; plan: PaidPlanKey | null }): string {
  const what = purposeLabels[purpose] ?? purpose;
  return plan && purpose !== 'arrears' ? `${plans[plan].name}, ${what}` : what;
}
