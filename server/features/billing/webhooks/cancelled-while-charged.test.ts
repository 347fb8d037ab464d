// At Stripe the invoice of a renewal is a draft for an hour, and is then charged.
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Checkout } from '../../../../shared/billing/checkout.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { createPerson, type Person } from '../../../../test/factories.ts';
import { startStripeServer } from '../../../../test/fakes/stripe-server.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database.ts';
import { monthsAfter } from '../../../platform/local-time.ts';
import { paymentEffects } from '../../../wiring.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { settleMissedCheckouts } from '../payments/payment-events/settle-missed.ts';
import { cancelPlan } from '../subscriptions/change-subscription.ts';
import { previewChange } from '../subscriptions/preview-change.ts';
import { endSubscriptions } from '../subscriptions/subscriptions.ts';
import { syncDueSubscriptions } from '../subscriptions/sync-all.ts';

const start = new Date('2030-01-31T12:00:00Z');
const renewed = minutesAfter(monthsAfter(start, 1), 10);
const stripe = await startStripeServer(start);
const testApp = await startTestApp({ clock: createTestClock(start), env: stripe.env });
const { services, clock } = testApp;
afterAll(() => stripe.close());

let person: Person;

async function pass(instant: Date): Promise<void> {
  clock.set(instant);
  stripe.books.advance(instant);
  await syncDueSubscriptions(services, paymentEffects);
}

const paidMonths = () => stripe.books.invoices.filter(({ status }) => status === 'paid').length;

/** Ten minutes after the first renewal, which is not charged yet. */
beforeEach(async () => {
  clock.set(start);
  stripe.books.now = start;
  stripe.books.draftsRenewals = true;
  stripe.books.invoices.length = 0;
  person = await createPerson(testApp);
  const payload = { subscriptionPlan: 'basic' };
  const page = await person.request({ method: 'POST', url: '/api/create-checkout-session', payload });
  stripe.books.pay(page.json<Checkout>().url.split('/').at(-1) ?? '');
  clock.set(minutesAfter(start, 15));
  await settleMissedCheckouts(services, paymentEffects);
  await pass(renewed);
});

test('whoever cancels in the hour in which a renewal waits to be charged pays nothing for it, and reads that the plan has ended', async () => {
  const { message } = await cancelPlan(services, paymentEffects, { ...person.user, timezone: 'UTC' });
  expect(message).toMatch(/^Golden Thread has ended, and nothing more is charged\./);
  await pass(monthsAfter(renewed, 1));
  expect(paidMonths()).toBe(1);
  const [owner] = await services.db.select().from(users).where(eq(users.id, person.user.id));
  expect(owner).toMatchObject({ subscriptionPlan: 'free', paidThrough: null });
});

test('the preview of a cancellation says so before, and how long the plan stays once that month is paid', async () => {
  const countKept = async () => ({ letter: 0, photo: 0, video: 0, audio: 0 });
  const owner = { ...person.user, timezone: 'UTC' };
  const preview = async () =>
    (await previewChange(services, countKept, owner, { plan: 'free', billingPeriod: 'monthly' })).change;
  expect(await preview()).toMatch(/^Golden Thread ends now, and nothing more is charged\./);
  stripe.isAway = true;
  expect(await preview(), 'what we know ourselves').toContain('You keep Golden Thread until 1 March 2030');
  stripe.isAway = false;
  for (const invoice of stripe.books.invoices) invoice.status = 'paid';
  await pass(minutesAfter(renewed, 25 * 60));
  expect(await preview()).toContain('You keep Golden Thread until 31 March 2030');
});

test('after a death in that hour nothing is charged either', async () => {
  await inTransaction(services.db, (tx) => endSubscriptions(tx, services, person.user.id, 'death'));
  await pass(minutesAfter(renewed, 1));
  await pass(monthsAfter(renewed, 1));
  expect(paidMonths()).toBe(1);
});
