import { describePurpose } from '../../../../../shared/billing/payment-words.ts';
import { formatDate } from '../../../../../shared/dates.ts';
import { formatDollarsAndCents } from '../../../../../shared/dollars.ts';
import { fullNameOf } from '../../../../../shared/full-name.ts';
import type { Services } from '../../../../platform/context.ts';
import { found } from '../../../../platform/errors.ts';
import { sandboxName } from '../../../../platform/payments/sandbox.ts';
import { writeBook } from '../../../../platform/pdf/book.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { readPayments } from '../payments.ts';

type Owner = Pick<UserRow, 'id' | 'firstName' | 'lastName' | 'email' | 'timezone'>;

/** Our receipt of a payment of the owner, on one page. Throws 404 for one of somebody else, and 503 while many are made. */
export async function writeReceipt(services: Services, owner: Owner, id: string): Promise<Buffer> {
  const [payment] = await readPayments(services.db, owner.id, id);
  const { paidAt, amount, purpose, plan, provider, refund } = found(payment, 'This payment');
  const dayOf = (instant: Date) => formatDate(instant, owner.timezone);
  const facts = [
    { label: 'Number', value: id },
    { label: 'Paid on', value: dayOf(paidAt) },
    { label: 'For', value: describePurpose({ purpose, plan }) },
    { label: 'Amount', value: `${formatDollarsAndCents(amount)} (US dollars)` },
    { label: 'Account', value: `${fullNameOf(owner)}, ${owner.email}` },
  ];
  if (refund?.givenBackAt) {
    const value = `${formatDollarsAndCents(refund.amount)} on ${dayOf(refund.givenBackAt)}`;
    facts.push({ label: 'Given back', value });
  }
  const trial = 'This was a trial payment: no money was moved.';
  const isTrial = provider === sandboxName || !services.payments.movesMoney;
  return writeBook({
    author: 'Long After',
    title: 'Receipt',
    madeAt: services.clock.now(),
    facts,
    notes: isTrial ? [trial] : [],
  });
}
