import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { ArrearsPayment, KeepCurrentPage } from '../../../../shared/billing/keep-current.ts';
import { fullNameOf } from '../../../../shared/names.ts';
import { plans } from '../../../../shared/plans.ts';
import type { Services } from '../../../platform/context.ts';
import { requireFound } from '../../../platform/errors.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { findCheckout } from '../payments/checkout-sessions/checkout-sessions.ts';
import { type PaymentEffects, settleCheckout } from '../payments/payment-events/payment-events.ts';
import { refunds } from '../payments/refunds/refunds.table.ts';
import { type PastDue, standingForDelivery } from '../subscriptions/standing/standing.ts';
import { findByToken } from './links.ts';

type Page = z.output<typeof KeepCurrentPage>;

/** What is to be paid for this account; undefined if nothing is due or nothing can be paid. */
export function dueOn(owner: UserRow, now: Date): PastDue | undefined {
  if (isClosed(owner)) return undefined;
  const standing = standingForDelivery(owner, now);
  return standing.state === 'in_arrears' ? standing : undefined;
}

/** A free plan owes nothing, and an account that is about to be deleted has no future to pay for. */
function isClosed({ subscriptionPlan, deletionRequestedAt }: UserRow): boolean {
  return subscriptionPlan === 'free' || deletionRequestedAt !== null;
}

/** What somebody with the link sees. Changes nothing. 404 for a link that opens nothing. */
export async function readKeepCurrent(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
): Promise<Page> {
  const now = clock.now();
  const { owner } = await findByToken(db, now, token);
  const due = dueOn(owner, now);
  const { firstName, lastName, subscriptionPlan, memorialisedAt, lapseStoppedAt } = owner;
  const stoppedAt = memorialisedAt && lapseStoppedAt;
  return {
    ownerFirstName: firstName,
    ownerName: fullNameOf({ firstName, lastName }),
    planName: plans[subscriptionPlan].name,
    ...(due ? factsOf(due, stoppedAt, now) : nothingDue),
    state: due ? (due.isGuaranteed ? 'due' : 'late') : isClosed(owner) ? 'closed' : 'current',
    stoppedAt: due ? stoppedAt : null,
  };
}

type Facts = Omit<Page, 'ownerFirstName' | 'ownerName' | 'planName' | 'state' | 'stoppedAt'>;

const nothingDue: Facts = {
  paidThrough: null,
  monthsDue: 0,
  months: [],
  amountDollars: 0,
  graceEndsAt: null,
  securesUntil: null,
};

/** Once the clock has stopped for good, the dates of the months no longer move. */
function factsOf({ months, ...due }: PastDue, stoppedAt: Date | null, now: Date): Facts {
  const stillMs = stoppedAt ? Math.max(0, now.getTime() - Math.max(+stoppedAt, +due.lapsedAt)) : 0;
  const asStopped = (at: Date) => (at > due.lapsedAt ? new Date(at.getTime() - stillMs) : at);
  return {
    paidThrough: due.lapsedAt,
    monthsDue: months.length,
    months: months.map(({ from, to, amountCents }) => ({
      from: asStopped(from),
      to: asStopped(to),
      amountDollars: amountCents / 100,
    })),
    amountDollars: due.amountCents / 100,
    graceEndsAt: stoppedAt ? null : due.graceEndsAt,
    securesUntil: asStopped(due.securesUntil),
  };
}

/** What became of a payment that was begun on this page. The payer is often back before the provider's event arrives. */
export async function readPastDuePayment(
  services: Services,
  effects: PaymentEffects,
  { token, sessionId }: { token: string; sessionId: string },
): Promise<z.output<typeof ArrearsPayment>> {
  const { db, clock } = services;
  const { link, owner } = await findByToken(db, clock.now(), token);
  const opened = await findCheckout(db, owner.id, sessionId);
  requireFound(
    opened.subjectId === link.id && opened.purpose === 'arrears' ? opened : undefined,
    'This payment',
  );
  await settleCheckout(services, effects, opened);
  const { amount, paidAt, payerName } = await findCheckout(db, owner.id, sessionId);
  const { owner: present } = await findByToken(db, clock.now(), token);
  const [owed] = await db
    .select({ amount: refunds.amount })
    .from(refunds)
    .where(and(eq(refunds.checkoutSessionId, sessionId)));
  return {
    isPaid: paidAt !== null,
    amountDollars: amount,
    paidAt,
    payerName,
    owedBackDollars: owed?.amount ?? 0,
    paidThrough: paidAt ? present.paidThrough : null,
  };
}
