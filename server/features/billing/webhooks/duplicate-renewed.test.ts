// A payment of which we heard nothing for a month: its subscription was renewed in the meantime.
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { Checkout } from '../../../../shared/billing/checkout.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { createPerson } from '../../../../test/factories.ts';
import { startStripeServer } from '../../../../test/fakes/stripe-server.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import { monthsAfter } from '../../../platform/local-time.ts';
import { paymentEffects } from '../../../wiring.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { checkoutSessions } from '../payments/checkout-sessions/checkout-sessions.table.ts';
import { settleCheckout } from '../payments/payment-events/payment-events.ts';
import { payRefund } from '../payments/refunds/pay-refund.ts';
import { refunds } from '../payments/refunds/refunds.table.ts';
import { syncDueSubscriptions } from '../subscriptions/sync-all.ts';

const start = new Date('2030-01-31T12:00:00Z');
const stripe = await startStripeServer(start);
const testApp = await startTestApp({ clock: createTestClock(start), env: stripe.env });
const { services, clock } = testApp;
const { db } = services;
afterAll(() => stripe.close());

test('a duplicate that was renewed before we heard of it: both payments are owed back, and the renewal is refunded at Stripe', async () => {
  const person = await createPerson(testApp);
  const pay = async (subscriptionPlan: string) => {
    const payload = { subscriptionPlan };
    const page = await person.request({ method: 'POST', url: '/api/create-checkout-session', payload });
    const paymentId = page.json<Checkout>().url.split('/').at(-1) ?? '';
    stripe.books.pay(paymentId);
    const [session] = await db
      .select()
      .from(checkoutSessions)
      .where(eq(checkoutSessions.paymentId, paymentId));
    return session as NonNullable<typeof session>;
  };
  const unheard = await pay('basic');
  await settleCheckout(services, paymentEffects, await pay('premium'));
  const later = minutesAfter(monthsAfter(start, 1), 10);
  clock.set(later);
  stripe.books.advance(later);
  await syncDueSubscriptions(services, paymentEffects);
  await settleCheckout(services, paymentEffects, unheard);
  for (let round = 0; round < 2; round++) {
    clock.set(minutesAfter(clock.now(), 30));
    await syncDueSubscriptions(services, paymentEffects);
  }
  const owed = await db.select().from(refunds).orderBy(refunds.paidAt);
  expect(owed).toMatchObject([
    { cause: 'lesser-plan', checkoutSessionId: unheard.id, startedAt: null },
    { cause: 'paid-twice', checkoutSessionId: null, amount: owed[0]?.amount, startedAt: null },
  ]);
  const [owner] = await db.select().from(users).where(eq(users.id, person.user.id));
  expect(owner).toMatchObject({ subscriptionPlan: 'premium' });
  const renewal = owed[1]?.id ?? '';
  await db.update(refunds).set({ startedAt: clock.now() }).where(eq(refunds.id, renewal));
  await payRefund(services, renewal);
  const [after] = await db.select().from(refunds).where(eq(refunds.id, renewal));
  expect(after).toMatchObject({ refusedAt: null, givenBackAt: expect.any(Date) });
  expect(stripe.books.refunds).toMatchObject([{ status: 'succeeded', cents: (owed[1]?.amount ?? 0) * 100 }]);
});
