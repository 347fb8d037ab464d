/** What an owner has paid for and not received when they delete their account. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { SignedIn } from '../../../../../shared/accounts/sign-in.ts';
import type { CounselorBooking, PlacedBooking } from '../../../../../shared/care/counselor-bookings.ts';
import type { DeletionPreview } from '../../../../../shared/data-rights/account-deletion.ts';
import type { GiftOrder, PlacedGiftOrder } from '../../../../../shared/store/gift-orders.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { choosePlan, paymentAt, press } from '../../../../../test/checkout.ts';
import { createPerson, goodPassword, type Person } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsAbout, sendMailsTo } from '../../../../../test/outbox.ts';
import { paySandboxPayment } from '../../../../platform/payments/sandbox.ts';
import { paymentEffects } from '../../../../wiring.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { settleMissedCheckouts } from '../../../billing/payments/payment-events/settle-missed.ts';
import { refunds } from '../../../billing/payments/refunds/refunds.table.ts';
import { syncDueSubscriptions } from '../../../billing/subscriptions/sync-all.ts';
import { giftOrders } from '../../../store/gifts/gifts.table.ts';
import { eraseAccount } from './erase-account.ts';

const start = '2031-05-04T12:00:00Z';
const testApp = await startTestApp({ clock: createTestClock(start) });
const { services, clock, app } = testApp;
const { db } = services;

const confirmation = { password: goodPassword, confirmation: 'DELETE' };
const remove = (person: Person) =>
  person.request({ method: 'POST', url: '/api/user/deletion', payload: confirmation });
const preview = async (person: Person) =>
  (await person.request({ url: '/api/user/deletion' })).json<DeletionPreview>();

async function book(person: Person, sessionDate: string, sessionTime: string, isPaid = true) {
  const payload = { sessionType: 'group', sessionDate, sessionTime };
  const answer = await person.request({ method: 'POST', url: '/api/counselor-bookings', payload });
  const placed = answer.json<PlacedBooking>();
  if (isPaid) await press(testApp, await paymentAt(testApp, placed.checkoutUrl), 'pay');
  return placed;
}

async function order(person: Person, isPaid = true) {
  const payload = {
    gifts: ['flowers'],
    recipientName: 'Maya Alvarez',
    deliveryAddress: '1 Quay Street',
    deliveryDate: '2031-08-04',
  };
  const answer = await person.request({ method: 'POST', url: '/api/gift-orders', payload });
  const placed = answer.json<PlacedGiftOrder>();
  if (isPaid) await press(testApp, await paymentAt(testApp, placed.checkoutUrl), 'pay');
  return placed;
}

async function restore(person: Person): Promise<void> {
  const payload = { email: person.user.email, password: goodPassword };
  const signedIn = await app.inject({ method: 'POST', url: '/api/auth/login', payload });
  person.token = signedIn.json<SignedIn>().token;
  expect((await person.request({ method: 'POST', url: '/api/user/restore' })).statusCode).toBe(200);
}

const statesOf = async (person: Person) => ({
  sessions: (await person.request({ url: '/api/counselor-bookings' }))
    .json<CounselorBooking[]>()
    .map(({ id, status }) => [id, status]),
  orders: (await person.request({ url: '/api/gift-orders' }))
    .json<GiftOrder[]>()
    .map(({ id, status }) => [id, status]),
});

/** All refunds that were ever owed: the accounts of this file are tested one after the other. */
const owed = async () => (await db.select().from(refunds)).map(({ cause, amount }) => [cause, amount]);

test('is named before: what is cancelled and given back, and what cannot be stopped any more', async () => {
  const ruth = await createPerson(testApp, { plan: 'basic' });
  const near = await book(ruth, '2031-05-04', '17:00');
  const far = await book(ruth, '2031-06-04', '09:00');
  await book(ruth, '2031-06-05', '09:00', false);
  const flowers = await order(ruth);
  const { paidSessions, paidGifts } = await preview(ruth);
  expect(paidSessions).toMatchObject([
    { bookingId: near.id, price: 35, isGivenBack: false },
    { bookingId: far.id, price: 35, isGivenBack: true },
  ]);
  expect(paidGifts).toMatchObject([{ orderId: flowers.id, totalAmount: 89, isGivenBack: true }]);
  expect(await owed()).toEqual([]);
});

test('is cancelled and given back when the deletion begins, once, and stays so after a restore', async () => {
  const ruth = await createPerson(testApp, { plan: 'basic' });
  const [near, far] = [await book(ruth, '2031-05-04', '17:00'), await book(ruth, '2031-06-04', '10:00')];
  const unpaid = await book(ruth, '2031-06-05', '10:00', false);
  const [flowers, sent] = [await order(ruth), await order(ruth)];
  const isSent = { status: 'shipped', shippedAt: clock.now() } as const;
  await db.update(giftOrders).set(isSent).where(eq(giftOrders.id, sent.id));

  expect((await remove(ruth)).statusCode).toBe(200);
  await restore(ruth);
  const states = await statesOf(ruth);
  expect(new Map(states.sessions as [string, string][])).toEqual(
    new Map([
      [near.id, 'pending'],
      [far.id, 'cancelled'],
      [unpaid.id, 'cancelled'],
    ]),
  );
  expect(new Map(states.orders as [string, string][])).toEqual(
    new Map([
      [flowers.id, 'cancelled'],
      [sent.id, 'shipped'],
    ]),
  );
  const given = [
    ['booking-cancelled', 35],
    ['order-cancelled', 89],
  ];
  expect((await owed()).toSorted()).toEqual(given);
  await sendMailsAbout(services, far.id);
  const [mail] = await mailTo(services, ruth.user.email);
  expect(mail?.subject).toMatch(/^Your session on .* is cancelled$/);

  expect((await remove(ruth)).statusCode).toBe(200);
  expect((await owed()).toSorted()).toEqual(given);
});

test('frees the place of the session at once', async () => {
  const [ruth, maya] = [
    await createPerson(testApp, { plan: 'basic' }),
    await createPerson(testApp, { plan: 'basic' }),
  ];
  const payload = { sessionType: 'individual', sessionDate: '2031-07-04', sessionTime: '11:00' };
  const take = (person: Person) =>
    person.request({ method: 'POST', url: '/api/counselor-bookings', payload });
  expect((await take(ruth)).statusCode).toBe(201);
  expect((await take(maya)).statusCode).toBe(409);
  await remove(ruth);
  expect((await take(maya)).statusCode).toBe(201);
});

test('a gift whose payment we hear of only afterwards is given back, and not sent', async () => {
  const ruth = await createPerson(testApp);
  const { id, checkoutUrl } = await order(ruth, false);
  const { paymentId } = await paymentAt(testApp, checkoutUrl);
  clock.advance(600);
  expect(await paySandboxPayment(db, clock.now(), paymentId)).toBe(true);
  expect((await remove(ruth)).statusCode).toBe(200);
  clock.advance(700);
  await settleMissedCheckouts(services, paymentEffects);
  const [gift] = await db.select().from(giftOrders).where(eq(giftOrders.id, id));
  expect(gift?.status).toBe('cancelled');
  expect(await db.select().from(refunds).where(eq(refunds.paymentId, paymentId))).toMatchObject([
    { cause: 'order-cancelled', amount: 89 },
  ]);
  clock.set(start);
});

test('is owed also when the account is erased before the money has gone back', async () => {
  const ruth = await createPerson(testApp, { plan: 'basic' });
  await book(ruth, '2031-09-04', '09:00');
  const before = (await owed()).length;
  await remove(ruth);
  await sendMailsTo(services, ruth.user.email);
  clock.advance(15 * 24 * 3600);
  await eraseAccount(services, ruth.user.id);
  expect(await services.db.$count(users, eq(users.id, ruth.user.id))).toBe(0);
  expect(await owed()).toHaveLength(before + 1);
  clock.set(start);
});

test('is not lost if the account is restored and a greater plan ordered: what is left prolongs it, by what it cost', async () => {
  const ruth = await createPerson(testApp);
  const ownerRow = async () => (await db.select().from(users).where(eq(users.id, ruth.user.id)))[0];
  await press(
    testApp,
    await choosePlan(testApp, ruth, { subscriptionPlan: 'basic', billingPeriod: 'three_years' }),
    'pay',
  );
  const leftMs = Date.parse('2034-05-04T12:00:00Z') - clock.now().getTime();
  expect((await remove(ruth)).statusCode).toBe(200);
  await restore(ruth);
  await syncDueSubscriptions(services, paymentEffects);
  const greater = await choosePlan(testApp, ruth, { subscriptionPlan: 'premium' });
  expect((await press(testApp, greater, 'pay')).statusCode).toBe(200);
  // $612 for 36 months are $17 a month, where $50 are paid now.
  const paidThrough = new Date(Date.parse('2031-06-04T12:00:00Z') + Math.round((leftMs * 17) / 50));
  expect(await ownerRow()).toMatchObject({ subscriptionPlan: 'premium', paidThrough });
  await sendMailsTo(services, ruth.user.email);
  const receipt = (await mailTo(services, ruth.user.email)).find(({ text }) =>
    text.includes('Eternal Light'),
  );
  expect(receipt?.text.replace(/\s+/g, ' ')).toContain(
    'It is paid until 10 June 2032. What was left of Golden Thread has been added.',
  );
});
