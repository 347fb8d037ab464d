import { and, asc, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { BillingPeriod, PaidPlanKey } from '../../../../shared/billing/billing.ts';
import type { CheckoutSession } from '../../../../shared/billing/checkout.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { found } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { PaymentLine } from '../../../platform/payments/payments.ts';
import { type UserRow, users } from '../../accounts/accounts/accounts.table.ts';
import {
  type CheckoutPurpose,
  type CheckoutSessionRow,
  checkoutSessions,
} from './checkout-sessions.table.ts';

const pageLifetimeMinutes = 24 * 60;

type PaymentServices = Pick<Services, 'clock' | 'payments'>;

export interface NewCheckout {
  purpose: CheckoutPurpose;
  /** What is paid for, with the server's own prices in dollars. Their sum is the amount. */
  lines: readonly PaymentLine[];
  /** The id of the record that is paid for. */
  subjectId?: string;
  plan?: PaidPlanKey;
  billingPeriod?: BillingPeriod;
  /** Where the browser is (see `visitedOrigin`) and the screens it returns to; `?session_id=` is added to `successPath`. */
  origin: string;
  successPath: string;
  cancelPath: string;
}

/**
 * Opens a page on which `owner` pays; the web sends them to `url`. Call it in the transaction that creates what is to be
 * paid for, so that neither exists without the other:
 *
 *     const { url } = await openCheckout(tx, services, owner, { purpose, lines, subjectId: order.id, origin, ... });
 *
 * The payment comes later, or never. When it comes, the effect of its purpose is called once per session: a feature that
 * sells something else adds its purpose to `CheckoutPurpose` and a function to `paymentEffects` in `server/wiring.ts`. That
 * function must cope with a second paid session for the same subject, and with one paid after it was cancelled. Before
 * opening another page for the same subject, close the earlier ones with `closeCheckouts`.
 */
export async function openCheckout(
  tx: Tx,
  { clock, payments }: PaymentServices,
  owner: Pick<UserRow, 'id'>,
  { purpose, lines, subjectId, plan, billingPeriod, origin, successPath, cancelPath }: NewCheckout,
): Promise<{ id: string; url: string }> {
  const id = newId();
  const now = clock.now();
  const amount = sumOf(lines);
  const expiresAt = minutesAfter(now, pageLifetimeMinutes);
  const { paymentId, url } = await payments.open(tx, {
    reference: id,
    lines,
    amountDollars: amount,
    successUrl: `${origin}${successPath}?session_id=${id}`,
    cancelUrl: `${origin}${cancelPath}`,
    expiresAt,
  });
  const row: OpenedSession = {
    id,
    userId: owner.id,
    purpose,
    subjectId: subjectId ?? null,
    plan: plan ?? null,
    billingPeriod: billingPeriod ?? null,
    amount,
    provider: payments.name,
    paymentId,
    expiresAt,
    createdAt: now,
  };
  await tx.insert(checkoutSessions).values(row);
  return { id, url };
}

/** Adds up whole cents: sums of dollar fractions drift. */
function sumOf(lines: readonly PaymentLine[]): number {
  return lines.reduce((cents, { amountDollars }) => cents + Math.round(amountDollars * 100), 0) / 100;
}

/**
 * Closes the owner's open payment pages for this purpose and subject, or all of them when neither is given, so that nobody
 * pays twice for the same thing or pays for nothing.
 */
export async function closeCheckouts(
  tx: Tx,
  { clock, payments }: PaymentServices,
  owner: Pick<UserRow, 'id'>,
  { purpose, subjectId }: { purpose?: CheckoutPurpose; subjectId?: string } = {},
): Promise<void> {
  const now = clock.now();
  const closed = await tx
    .update(checkoutSessions)
    .set({ expiresAt: now })
    .where(
      and(
        eq(checkoutSessions.userId, owner.id),
        purpose ? eq(checkoutSessions.purpose, purpose) : undefined,
        subjectId ? eq(checkoutSessions.subjectId, subjectId) : undefined,
        isNull(checkoutSessions.paidAt),
        gt(checkoutSessions.expiresAt, now),
      ),
    )
    .returning({ paymentId: checkoutSessions.paymentId });
  for (const { paymentId } of closed) await payments.close(tx, paymentId);
}

type Outcome = 'paidAt' | 'declinedAt' | 'cancelledAt';
/** A new column has to be set by `openCheckout` or listed as an outcome, or this file does not compile. */
type OpenedSession = Omit<CheckoutSessionRow, Outcome>;

/** Records what the provider says happened to a session. */
export async function updateCheckout(
  tx: Tx,
  id: string,
  outcome: Partial<Pick<CheckoutSessionRow, Outcome>>,
): Promise<void> {
  await tx.update(checkoutSessions).set(outcome).where(eq(checkoutSessions.id, id));
}

/** What was paid for this record, the first payment first. */
export function listPaidCheckouts(db: Queryable, subjectId: string): Promise<CheckoutSessionRow[]> {
  return db
    .select()
    .from(checkoutSessions)
    .where(and(eq(checkoutSessions.subjectId, subjectId), isNotNull(checkoutSessions.paidAt)))
    .orderBy(asc(checkoutSessions.paidAt));
}

/** Throws 404 for a session of somebody else. */
export async function findCheckout(db: Queryable, userId: string, id: string): Promise<CheckoutSessionRow> {
  const [session] = await db
    .select()
    .from(checkoutSessions)
    .where(and(eq(checkoutSessions.id, id), eq(checkoutSessions.userId, userId)));
  return found(session, 'This payment');
}

/** What we know so far about the owner's session. Throws 404 for a session of somebody else. */
export async function readCheckout(
  db: Queryable,
  userId: string,
  id: string,
): Promise<z.output<typeof CheckoutSession>> {
  const [session] = await db
    .select({
      paidAt: checkoutSessions.paidAt,
      purpose: checkoutSessions.purpose,
      subscriptionPlan: users.subscriptionPlan,
    })
    .from(checkoutSessions)
    .innerJoin(users, eq(users.id, checkoutSessions.userId))
    .where(and(eq(checkoutSessions.id, id), eq(checkoutSessions.userId, userId)));
  const { paidAt, ...rest } = found(session, 'This payment');
  return { ...rest, subscriptionStatus: paidAt ? 'active' : 'incomplete' };
}

/** The period of the last plan that this owner paid for; null for one who never did. */
export async function lastPaidPeriod(db: Queryable, userId: string): Promise<BillingPeriod | null> {
  const { billingPeriod, paidAt, purpose } = checkoutSessions;
  const [last] = await db
    .select({ billingPeriod })
    .from(checkoutSessions)
    .where(and(eq(checkoutSessions.userId, userId), eq(purpose, 'subscription'), isNotNull(paidAt)))
    .orderBy(desc(paidAt))
    .limit(1);
  return last?.billingPeriod ?? null;
}
