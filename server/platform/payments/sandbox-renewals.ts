import { monthsAfter } from '../local-time.ts';
import type { RecurringPrice } from './payments.ts';
import type { SandboxSubscriptionRow } from './sandbox.table.ts';

/** The subscription as of `now`: periods that have ended are renewed, as far as they can be paid. */
export function renewedBy(subscription: SandboxSubscriptionRow, now: Date): SandboxSubscriptionRow {
  let at = subscription;
  while (at.status !== 'ended' && at.paidThrough <= now) {
    if (at.endsAt) return { ...at, status: 'ended' };
    if (at.declinesSince) return { ...at, status: 'overdue' };
    at = withNextPeriod(at);
  }
  return at;
}

function withNextPeriod(at: SandboxSubscriptionRow): SandboxSubscriptionRow {
  const from = at.paidThrough;
  const price = nextPriceOf(at);
  const isNew = price.key !== at.price.key;
  const charged = Math.max(0, price.amountCents - at.creditCents);
  return {
    ...at,
    status: 'active',
    price,
    priceSince: isNew ? from : at.priceSince,
    nextPrice: null,
    periodFrom: from,
    paidThrough: monthsAfter(from, price.everyMonths, at.startedAt),
    creditCents: Math.max(0, at.creditCents - price.amountCents),
    payments: [...at.payments, paymentOf(at, charged, from)],
  };
}

function nextPriceOf({ nextPrice, price, priceSince, startedAt, paidThrough }: SandboxSubscriptionRow) {
  if (nextPrice) return nextPrice;
  const { later } = price;
  const isOver = later && monthsAfter(priceSince, later.afterMonths, startedAt) <= paidThrough;
  return isOver ? later.price : price;
}

/** Begins a period at another price. The unused part of the current one is deducted, as far as it goes. */
export function changedNow(
  at: SandboxSubscriptionRow,
  price: RecurringPrice,
  now: Date,
): SandboxSubscriptionRow {
  const credit = at.creditCents + unusedCents(at, now);
  return {
    ...at,
    status: 'active',
    price,
    priceSince: now,
    nextPrice: null,
    endsAt: null,
    startedAt: now,
    periodFrom: now,
    paidThrough: monthsAfter(now, price.everyMonths),
    creditCents: Math.max(0, credit - price.amountCents),
    payments: [...at.payments, paymentOf(at, Math.max(0, price.amountCents - credit), now)],
  };
}

/** The share of the current period's price that is unused. */
function unusedCents({ price, periodFrom, paidThrough }: SandboxSubscriptionRow, now: Date): number {
  const part = (paidThrough.getTime() - now.getTime()) / (paidThrough.getTime() - periodFrom.getTime());
  return Math.round(price.amountCents * Math.min(1, Math.max(0, part)));
}

function paymentOf({ id, payments }: SandboxSubscriptionRow, amountCents: number, at: Date) {
  return { id: `${id}:${payments.length + 1}`, paidAt: at.toISOString(), amountCents };
}
