import { formatDate } from '../../../../shared/dates.ts';
import { centsOf, formatDollarsAndCents } from '../../../../shared/dollars.ts';
import { plans } from '../../../../shared/plans.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { ownAddresses, updateUser } from '../../accounts/profile/profile.ts';
import { enqueueMail } from '../../outbox/messages/mails/mails.ts';
import { record } from '../../system/audit/audit.ts';
import type { CheckoutSessionRow } from '../payments/checkout-sessions/checkout-sessions.table.ts';
import { closeCheckouts } from '../payments/checkout-sessions/checkout-sessions.ts';
import type { PaymentEffects } from '../payments/payment-events/payment-events.ts';
import { oweRefund } from '../payments/refunds/refunds.ts';
import { announcePaid, standingForDelivery } from '../subscriptions/standing/standing.ts';
import { endOverdueSubscription } from '../subscriptions/subscriptions.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import { settleLink } from './link-timers.ts';

/**
 * Extends an account by the months that somebody paid for. What was due is taken as of the payment, or else as of now; money that does not
 * pay for a whole month is refunded, and so is all of it once the account is being deleted: nothing more is delivered for it. A subscription
 * whose renewal failed ends, so that nobody is charged for the same months again.
 * Returns the text for the receipt.
 */
export const applyPastDuePayment: PaymentEffects['arrears'] = async (tx, services, owner, session, paid) => {
  if (owner.deletionRequestedAt) {
    await oweRefund(tx, services, session, 'account-leaving');
    return 'Nothing can be paid for this account any more: this payment will be refunded.';
  }
  const now = services.clock.now();
  const amountCents = centsOf(session.amount);
  const coverage = coverageOf(owner, amountCents, [paid.paidAt, now]);
  const excessCents = coverage?.excessCents ?? amountCents;
  const after = coverage?.months ? await bringForward(tx, services, owner, session, coverage) : owner;
  if (excessCents > 0) {
    const excess = { ...session, amount: excessCents / 100 };
    await oweRefund(tx, services, excess, 'arrears-paid-twice');
  }
  if (standingForDelivery(after, now).state === 'current') {
    await closeCheckouts(tx, services, owner, { purpose: 'arrears' });
    await settleLink(tx, now, owner.id);
  }
  return receiptOf(after, coverage?.months ?? 0, excessCents);
};

async function bringForward(
  tx: Tx,
  services: Services,
  owner: UserRow,
  session: CheckoutSessionRow,
  { months, columns }: Coverage,
): Promise<UserRow> {
  const after = await updateUser(tx, services, owner.id, columns);
  await endOverdueSubscription(tx, services, owner.id);
  // If those were paid too, they would cover some of the same days.
  await closeCheckouts(tx, services, owner, { purpose: 'subscription' });
  await announcePaid(tx, services, owner.id);
  await record(tx, services.clock.now(), {
    action: 'arrears.paid',
    actor: 'payer',
    userId: owner.id,
    subjectId: session.id,
    details: { months, amount: session.amount },
    before: { paidThrough: owner.paidThrough?.toISOString() ?? null },
    after: { paidThrough: after.paidThrough?.toISOString() ?? null },
  });
  const isOwner = ownAddresses(owner).some((own) => own.toLowerCase() === session.payerEmail?.toLowerCase());
  if (!isOwner)
    await enqueueMail(tx, services, {
      kind: 'arrears-paid',
      userId: owner.id,
      subjectId: session.id,
      dedupeKey: `arrears-paid:${session.id}`,
    });
  return after;
}

function receiptOf({ subscriptionPlan, paidThrough }: UserRow, months: number, excessCents: number): string {
  const until = paidThrough ? ` The account is paid until ${formatDate(paidThrough, 'UTC')}.` : '';
  const what = months === 1 ? 'One month' : `${['', '', 'Two', 'Three'][months] ?? months} months`;
  const paid = months > 0 ? `${what} of ${plans[subscriptionPlan].name}.${until}` : '';
  const back = `Of this, ${formatDollarsAndCents(excessCents / 100)} had been paid already, and will be refunded.`;
  return [paid, excessCents > 0 ? back : ''].filter(Boolean).join(' ');
}
