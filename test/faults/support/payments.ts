import { and, eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, onTestFinished } from 'vitest';
import { users } from '../../../server/features/accounts/profile/profile.table.ts';
import { checkoutSessions } from '../../../server/features/billing/payments/checkout-sessions/checkout-sessions.table.ts';
import { outboxMails } from '../../../server/features/outbox/messages/mails/mails.table.ts';
import { auditLog } from '../../../server/features/system/audit/audit.table.ts';
import type { Clock } from '../../../server/platform/clock.ts';
import { readConfig } from '../../../server/platform/config.ts';
import type { Services } from '../../../server/platform/context.ts';
import type { Database } from '../../../server/platform/database.ts';
import { openServices } from '../../../server/services.ts';
import type { Checkout } from '../../../shared/billing/checkout.ts';
import type { SandboxPayment } from '../../../shared/billing/sandbox-payments.ts';
import { type Caller, created } from './people.ts';
import type { Place } from './place.ts';

/** The services of one more process on `place`; closed when the test ends. */
export async function openPaymentServices({ env }: Place, clock: Clock): Promise<Services> {
  const { services, close } = await openServices(readConfig(env), pino({ level: 'silent' }), { clock });
  onTestFinished(() => close(1));
  return services;
}

/** A page on which to pay for a month of Golden Thread. */
export async function openPaymentPage(payer: Caller, address: string) {
  const json = { subscriptionPlan: 'basic' };
  const answer = await payer.call(address, { method: 'POST', path: '/api/create-checkout-session', json });
  const paymentId = created<Checkout>(answer).url.split('/').at(-1) ?? '';
  const page = await payer.call(address, { path: `/api/sandbox-payments/${paymentId}` });
  const sessionId = new URL(page.json<SandboxPayment>().successUrl).searchParams.get('session_id') ?? '';
  return { paymentId, sessionId };
}

export async function planOf(db: Database, userId: string): Promise<string | undefined> {
  const [owner] = await db.select().from(users).where(eq(users.id, userId));
  return owner?.subscriptionPlan;
}

/** The plan is active, and everything that follows from a payment happened exactly once. */
export async function expectOneEffect(db: Database, userId: string): Promise<void> {
  expect(await planOf(db, userId)).toBe('basic');
  const ofPayer = (action: string) => and(eq(auditLog.userId, userId), eq(auditLog.action, action));
  expect(await db.$count(auditLog, ofPayer('subscription.paid'))).toBe(1);
  expect(await db.$count(auditLog, ofPayer('checkout.paid'))).toBe(1);
  const receipts = and(eq(outboxMails.userId, userId), eq(outboxMails.kind, 'payment-received'));
  expect(await db.$count(outboxMails, receipts)).toBe(1);
  const paid = and(eq(checkoutSessions.userId, userId), sql`paid_at is not null`);
  expect(await db.$count(checkoutSessions, paid)).toBe(1);
}
