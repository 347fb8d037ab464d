import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { choosePlan, press } from '../../../../../test/checkout.ts';
import { actOnReport, sendReport } from '../../../../../test/death-reports.ts';
import { createPerson, createStaff } from '../../../../../test/factories.ts';
import { paymentEffects } from '../../../../wiring.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { subscriptionPayments } from '../../../billing/payments/renewals/renewals.table.ts';
import { subscriptions } from '../../../billing/subscriptions/subscriptions.table.ts';
import { syncDueSubscriptions } from '../../../billing/subscriptions/sync-all.ts';

const testApp = await startTestApp({ clock: createTestClock('2030-01-31T12:00:00Z') });
const { services, clock } = testApp;
const { db } = services;

async function subscriber() {
  const person = await createPerson(testApp);
  const page = await choosePlan(testApp, person, { subscriptionPlan: 'basic', billingPeriod: 'monthly' });
  await press(testApp, page, 'pay');
  const [subscription] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, person.user.id));
  return { person, page, subscriptionId: subscription?.id ?? '' };
}

const paymentsFor = (subscriptionId: string) =>
  db.$count(subscriptionPayments, eq(subscriptionPayments.subscriptionId, subscriptionId));

/** Lets a month pass at the payment provider, which charges every subscription that still renews. */
async function letAMonthPass(): Promise<void> {
  clock.advance(32 * 24 * 3600);
  await syncDueSubscriptions(services, paymentEffects);
}

test('a report alone stops no payment; from a verified death on nothing more is charged, and what was paid stays paid', async () => {
  const { person, subscriptionId } = await subscriber();
  const report = await sendReport(testApp, { personEmail: person.user.email });
  await letAMonthPass();
  expect(await paymentsFor(subscriptionId)).toBe(2);
  await actOnReport(await createStaff(testApp), report, 'approvals');
  await syncDueSubscriptions(services, paymentEffects);
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId));
  expect(row).toMatchObject({ endCause: 'death' });
  expect(row?.endedAt).not.toBeNull();
  const [owner] = await db.select().from(users).where(eq(users.id, person.user.id));
  expect(owner?.paidThrough).toEqual(new Date('2030-03-31T12:00:00Z'));
  await letAMonthPass();
  await letAMonthPass();
  expect(await paymentsFor(subscriptionId)).toBe(2);
  const [later] = await db.select().from(users).where(eq(users.id, person.user.id));
  expect(later, 'it lapses, and is not given up').toMatchObject({ subscriptionPlan: 'basic' });
});
