import { eq } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { type Database, inTransaction, type Tx } from '../database.ts';
import { requireFound } from '../errors.ts';
import { monthsAfter } from '../local-time.ts';
import { cardRefused, type PaymentProvider, type SubscriptionState } from './payments.ts';
import {
  type SandboxPaymentRow,
  type SandboxSubscriptionRow,
  sandboxSubscriptions,
} from './sandbox.table.ts';
import { changedNow, renewedBy } from './sandbox-renewals.ts';

interface Books {
  db: Database;
  clock: Clock;
}

/** Begins the subscription of a payment that has a recurring price. */
export async function beginSandboxSubscription(tx: Tx, payment: SandboxPaymentRow, now: Date): Promise<void> {
  const { id, reference, recurring: price, amountDollars } = payment;
  if (!price) return;
  await tx.insert(sandboxSubscriptions).values({
    id,
    reference,
    status: 'active',
    price,
    priceSince: now,
    startedAt: now,
    periodFrom: now,
    paidThrough: monthsAfter(now, price.everyMonths),
    payments: [{ id: `${id}:1`, paidAt: now.toISOString(), amountCents: Math.round(amountDollars * 100) }],
  });
}

/** Brings a subscription up to date, applies `change` to it and returns it; undefined if there is none. */
export function changeSandboxSubscription(
  { db, clock }: Books,
  id: string,
  change: (subscription: SandboxSubscriptionRow, now: Date) => SandboxSubscriptionRow = (same) => same,
): Promise<SandboxSubscriptionRow | undefined> {
  return inTransaction(db, async (tx) => {
    const mine = eq(sandboxSubscriptions.id, id);
    const [row] = await tx.select().from(sandboxSubscriptions).where(mine).for('update');
    if (!row) return undefined;
    const now = clock.now();
    const before = renewedBy(row, now);
    const after = before.status === 'ended' ? before : renewedBy(change(before, now), now);
    if (after !== row) await tx.update(sandboxSubscriptions).set(after).where(mine);
    return after;
  });
}

export function toSandboxState({ id, ...row }: SandboxSubscriptionRow): SubscriptionState {
  return {
    id,
    customerId: `sandbox-customer-${id}`,
    reference: row.reference,
    status: row.status,
    priceKey: row.price.key,
    startedAt: row.startedAt,
    paidThrough: row.paidThrough,
    endsAt: row.endsAt,
    isUnpaid: false,
    isBeingCharged: false,
    nextPriceKey: row.nextPrice?.key ?? null,
    payments: row.payments.map(({ paidAt, ...payment }) => ({
      ...payment,
      paidAt: new Date(paidAt),
      invoiceUrl: null,
    })),
  };
}

type Acts = Pick<PaymentProvider, 'findSubscription' | 'change' | 'previewChange' | 'cancel' | 'resume'>;

export function sandboxSubscriptionActs(books: Books): Acts {
  return {
    async findSubscription(id) {
      const row = await changeSandboxSubscription(books, id);
      return row && toSandboxState(row);
    },
    async change(id, price, when) {
      await changeSandboxSubscription(books, id, (row, now) => {
        if (when === 'period-end') return { ...row, nextPrice: price, endsAt: null };
        if (row.declinesSince) throw cardRefused();
        return changedNow(row, price, now);
      });
    },
    async previewChange(id, price) {
      const row = requireFound(await changeSandboxSubscription(books, id));
      return changedNow(row, price, books.clock.now()).payments.at(-1)?.amountCents ?? 0;
    },
    async cancel(id, { at }) {
      await changeSandboxSubscription(books, id, (row, now) =>
        at === 'now'
          ? { ...row, status: 'ended', endsAt: now }
          : { ...row, endsAt: row.paidThrough, nextPrice: null },
      );
    },
    async resume(id) {
      await changeSandboxSubscription(books, id, (row) => ({ ...row, endsAt: null, nextPrice: null }));
    },
  };
}

/** Declines the next renewals, or accepts them again. */
export async function declineSandboxRenewals(
  books: Books,
  id: string,
  isDeclined: boolean,
): Promise<boolean> {
  const row = await changeSandboxSubscription(books, id, (subscription, now) => ({
    ...subscription,
    declinesSince: isDeclined ? now : null,
  }));
  return row !== undefined;
}

/** Moves its beginning back by this many months; whatever would have fallen due since then is now due. */
export async function letMonthsPass(books: Books, id: string, months: number): Promise<boolean> {
  const row = await changeSandboxSubscription(books, id, (subscription) => {
    const { startedAt, priceSince, periodFrom, paidThrough, endsAt } = subscription;
    const earlier = (instant: Date) => monthsAfter(instant, -months, startedAt);
    return {
      ...subscription,
      startedAt: monthsAfter(startedAt, -months),
      priceSince: earlier(priceSince),
      periodFrom: earlier(periodFrom),
      paidThrough: earlier(paidThrough),
      endsAt: endsAt && earlier(endsAt),
    };
  });
  return row !== undefined;
}
