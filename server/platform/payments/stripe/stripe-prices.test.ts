import { afterAll, expect, test } from 'vitest';
import { startStripeServer } from '../../../../test/fakes/stripe-server.ts';
import { systemClock, wholeDaysAfter } from '../../clock.ts';
import type { RecurringPrice } from '../payments.ts';
import { openStripePayments } from './stripe-payments.ts';

const now = new Date('2030-01-31T12:00:00Z');
const stripe = await startStripeServer(now);
afterAll(() => stripe.close());

const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = stripe.env;
const settings = { secretKey, webhookSecret, apiUrl: stripe.env.STRIPE_API_URL };
/** As in another process, which knows no price yet. */
const openProvider = () => openStripePayments(settings, systemClock);
let pages = 0;

const reduced = { key: 'basic:reduced', label: 'Reduced', amountCents: 500, everyMonths: 1, later: null };
const recurring: RecurringPrice = {
  ...{ key: 'basic:monthly', label: 'Golden Thread', amountCents: 2000, everyMonths: 1 },
  later: { afterMonths: 36, price: reduced },
};

function subscribe(payments = openProvider()) {
  pages += 1;
  return payments.open({
    reference: `page ${pages}`,
    payer: { id: 'ruth', email: 'ruth@example.com', customerId: null },
    lines: [{ label: 'Golden Thread', amountCents: recurring.amountCents }],
    recurring,
    ...{ successUrl: 'http://localhost/paid', cancelUrl: 'http://localhost/left' },
    expiresAt: wholeDaysAfter(now, 1),
  });
}

test('a price that Stripe failed to create is created by the next attempt, and once where two processes need it', async () => {
  const payments = openProvider();
  stripe.breaksAt = /^POST \/v1\/prices$/;
  await expect(subscribe(payments)).rejects.toMatchObject({ code: 'unavailable' });
  stripe.breaksAt = undefined;
  const opened = await Promise.all([subscribe(payments), subscribe(), subscribe()]);
  expect(new Set(opened.map(({ paymentId }) => paymentId)).size).toBe(3);
  // With the reduced price that follows it.
  expect(stripe.books.prices.size).toBe(2);
});
