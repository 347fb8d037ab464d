import { and, asc, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { BillingPeriod, PaidPlanKey } from '../../../../../shared/billing/billing.ts';
import type { CheckoutSession } from '../../../../../shared/billing/checkout.ts';
import { Id } from '../../../../../shared/values.ts';
import { closePaymentPage } from '../../../../job-list.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import type { NewPayment, PaymentLine, RecurringPrice } from '../../../../platform/payments/payments.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import { requireSelling } from '../selling.ts';
import {
  type CheckoutPurpose,
  type CheckoutSessionRow,
  checkoutSessions,
} from './checkout-sessions.table.ts';

const pageLifetimeMinutes = 24 * 60;
const nothingForSale = 'Paid plans and gifts cannot be bought here yet. Nothing was ordered.';

type PaymentServices = Pick<Services, 'clock' | 'payments'>;
type ClosingServices = PaymentServices & Pick<Services, 'jobs'>;

export interface NewCheckout {
  purpose: CheckoutPurpose;
  /** What is paid for, at the server's own prices. The amount is their sum. */
  lines: readonly PaymentLine[];
  /** The id of the record that is paid for. */
  subjectId?: string;
  plan?: PaidPlanKey;
  billingPeriod?: BillingPeriod;
  recurring?: RecurringPrice;
  /** The payer, if it is not the owner: they get the receipt, and are not offered the owner's card. */
  payer?: { name: string | null; email: string };
  /** Where the browser is (see `visitedOrigin`) and the screens it returns to; `?session_id=` is added to `successPath`. */
  origin: string;
  successPath: string;
  cancelPath: string;
}

/** Recorded, but without a page at the provider yet. */
export interface PreparedCheckout {
  id: string;
  payment: NewPayment;
}

/**
 * Prepares a page on which `owner` pays. Call it in the transaction that creates what is to be paid for, so that neither
 * exists without the other, and open the page when that has committed:
 *
 *     const checkout = await inTransaction(db, (tx) => prepareCheckout(tx, services, owner, { purpose, lines, origin, ... }));
 *     const { url } = await openPage(services, checkout);
 *
 * The payment comes later, or never. When it comes, the effect of its purpose is called once per session: a feature that
 * sells something else adds its purpose to `CheckoutPurpose` and a function to `paymentEffects` in `server/wiring.ts`. That
 * function must cope with a second paid session for the same subject, and with one paid after it was cancelled. Before
 * opening another page for the same subject, close the earlier ones with `closeCheckouts`. 409 if nothing can be bought.
 */
export async function prepareCheckout(
  tx: Tx,
  { clock, payments }: PaymentServices,
  owner: Pick<UserRow, 'id' | 'email' | 'stripeCustomerId'>,
  checkout: NewCheckout,
): Promise<PreparedCheckout> {
  const { purpose, lines, subjectId, plan, billingPeriod, recurring, payer } = checkout;
  const { origin, successPath, cancelPath } = checkout;
  if (!payments.isOffered) throw new AppError('conflict', nothingForSale);
  await requireSelling(tx, purpose);
  const id = newId();
  const now = clock.now();
  const expiresAt = minutesAfter(now, pageLifetimeMinutes);
  const row: PreparedSession = {
    id,
    userId: owner.id,
    purpose,
    subjectId: subjectId ?? null,
    plan: plan ?? null,
    billingPeriod: billingPeriod ?? null,
    payerName: payer?.name ?? null,
    payerEmail: payer?.email ?? null,
    amount: sumOf(lines),
    provider: payments.name,
    expiresAt,
    createdAt: now,
  };
  await tx.insert(checkoutSessions).values(row);
  const payment: NewPayment = {
    reference: id,
    payer: payer
      ? { id, email: payer.email, customerId: null }
      : { id: owner.id, email: owner.email, customerId: owner.stripeCustomerId },
    lines,
    ...(recurring && { recurring }),
    successUrl: `${origin}${successPath}?session_id=${id}`,
    cancelUrl: `${origin}${cancelPath}`,
    expiresAt,
  };
  return { id, payment };
}

/** In dollars. */
function sumOf(lines: readonly PaymentLine[]): number {
  return lines.reduce((cents, { amountCents }) => cents + amountCents, 0) / 100;
}

/**
 * Opens the page of a prepared checkout; the web app sends the payer to `url`. If it was closed meanwhile, it cannot be paid: that
 * is seen by its end, which is no longer the one that was written, and not by a clock, since another machine's may have closed it.
 */
export async function openPage(
  { db, payments }: Pick<Services, 'db' | 'payments'>,
  { id, payment }: PreparedCheckout,
): Promise<{ id: string; url: string }> {
  const { paymentId, url } = await payments.open(payment);
  const [opened] = await db
    .update(checkoutSessions)
    .set({ paymentId })
    .where(eq(checkoutSessions.id, id))
    .returning({ expiresAt: checkoutSessions.expiresAt });
  if (opened?.expiresAt.getTime() !== payment.expiresAt.getTime()) await payments.close(paymentId);
  return { id, url };
}

/**
 * Closes the owner's open payment pages for this purpose and subject, or all of them if neither is given, so
 * that nobody pays twice for the same thing or pays for nothing.
 */
export async function closeCheckouts(
  tx: Tx,
  services: ClosingServices,
  owner: Pick<UserRow, 'id'>,
  { purpose, subjectId }: { purpose?: CheckoutPurpose; subjectId?: string } = {},
): Promise<void> {
  const now = services.clock.now();
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
    .returning({ paymentId: checkoutSessions.paymentId, provider: checkoutSessions.provider });
  const paymentIds = closed.flatMap(({ paymentId, provider }) =>
    paymentId && provider === services.payments.name ? [paymentId] : [],
  );
  await closePages(tx, services, paymentIds);
}

/** At once if the provider's records are stored in this database, otherwise by a job: no network access within a transaction. */
async function closePages(
  tx: Tx,
  { payments, jobs }: ClosingServices,
  paymentIds: readonly string[],
): Promise<void> {
  if (payments.closeWithin) for (const paymentId of paymentIds) await payments.closeWithin(tx, paymentId);
  else
    await jobs.enqueue(
      tx,
      closePaymentPage,
      paymentIds.map((paymentId) => ({ paymentId })),
    );
}

type Outcome = 'paymentId' | 'paidAt' | 'receiptUrl' | 'declinedAt' | 'cancelledAt';
/** A new column has to be set by `prepareCheckout` or listed as an outcome, or this file does not compile. */
type PreparedSession = Omit<CheckoutSessionRow, Outcome>;

/** Records what the provider says happened to a session. */
export async function updateCheckout(
  tx: Tx,
  id: string,
  outcome: Partial<Pick<CheckoutSessionRow, Outcome>>,
): Promise<void> {
  await tx.update(checkoutSessions).set(outcome).where(eq(checkoutSessions.id, id));
}

/** The payments for this record, first one first. */
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
  return requireFound(session, 'This payment');
}

/** By the provider's own id. */
export async function findCheckoutByPayment(
  { db, payments }: Pick<Services, 'db' | 'payments'>,
  paymentId: string,
): Promise<CheckoutSessionRow | undefined> {
  const ours = and(eq(checkoutSessions.provider, payments.name), eq(checkoutSessions.paymentId, paymentId));
  const [session] = await db.select().from(checkoutSessions).where(ours);
  return session;
}

/** For reports from the provider that carry our own ids. */
export async function findCheckoutByReference(
  { db, payments }: Pick<Services, 'db' | 'payments'>,
  reference: string,
): Promise<CheckoutSessionRow | undefined> {
  if (!Id.safeParse(reference).success) return undefined;
  const [session] = await db
    .select()
    .from(checkoutSessions)
    .where(and(eq(checkoutSessions.id, reference), eq(checkoutSessions.provider, payments.name)));
  return session;
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
  const { paidAt, ...rest } = requireFound(session, 'This payment');
  return { ...rest, subscriptionStatus: paidAt ? 'active' : 'incomplete' };
}

/** The billing period of the last plan that this owner paid for; null if they never did. */
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
