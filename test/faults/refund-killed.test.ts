// The worker is killed after Stripe has refunded a payment and before we have recorded it. There is one refund, and one mail about it.
import { and, eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { checkoutSessions } from '../../server/features/billing/payments/checkout-sessions/checkout-sessions.table.ts';
import { payRefund } from '../../server/features/billing/payments/refunds/pay-refund.ts';
import { refunds } from '../../server/features/billing/payments/refunds/refunds.table.ts';
import { oweRefund } from '../../server/features/billing/payments/refunds/refunds.ts';
import { outboxMails } from '../../server/features/outbox/messages/mails/mails.table.ts';
import { inTransaction } from '../../server/platform/database.ts';
import type { Checkout } from '../../shared/billing/checkout.ts';
import { createTestClock } from '../app.ts';
import { startStripeServer } from '../fakes/stripe-server.ts';
import { openPaymentServices, planOf } from './support/payments.ts';
import { created, registerCaller } from './support/people.ts';
import { makePlace } from './support/place.ts';
import { startProcess } from './support/processes.ts';

test('killed between Stripe’s answer and our commit: one refund', async () => {
  const stripe = await startStripeServer(new Date());
  onTestFinished(() => stripe.close());
  const place = await makePlace(stripe.env);
  const product = await startProcess(place.env);
  const payer = await registerCaller(product.address);
  const json = { subscriptionPlan: 'basic' };
  const answer = await payer.call(product.address, {
    method: 'POST',
    path: '/api/create-checkout-session',
    json,
  });
  const paymentId = created<Checkout>(answer).url.split('/').at(-1) ?? '';
  stripe.books.pay(paymentId);
  const [opened] = await place.db.select().from(checkoutSessions);
  await payer.call(product.address, { path: `/api/checkout-session/${opened?.id}` });
  expect(await planOf(place.db, payer.id)).toBe('basic');

  stripe.answers = (asked) => {
    if (asked !== 'POST /v1/refunds') return true;
    process.kill(product.pid, 'SIGKILL');
    return false;
  };
  const services = await openPaymentServices(place, createTestClock());
  const [session] = await place.db.select().from(checkoutSessions);
  if (!session) throw new Error('nothing was paid');
  await inTransaction(place.db, (tx) => oweRefund(tx, services, session, 'order-cancelled'));
  await product.exited;
  stripe.answers = () => true;
  await vi.waitFor(() => expect(stripe.books.refunds).toHaveLength(1));
  const [owed] = await place.db.select().from(refunds);
  expect(owed?.givenBackAt).toBeNull();

  stripe.books.forgetKeys();
  for (let time = 0; time < 2; time++) await payRefund(services, owed?.id ?? '');
  const [made] = stripe.books.refunds;
  expect(stripe.books.refunds).toHaveLength(1);
  const [row] = await place.db.select().from(refunds);
  expect(row).toMatchObject({ reference: made?.id, refusedAt: null });
  const told = and(eq(outboxMails.userId, payer.id), eq(outboxMails.kind, 'payment-refunded'));
  expect(await place.db.$count(outboxMails, told)).toBe(1);
});
