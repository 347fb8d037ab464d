import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '../../../../shared/accounts/sign-in.ts';
import { type BillingPeriod, paidPlanKeys } from '../../../../shared/billing/billing.ts';
import type { Checkout } from '../../../../shared/billing/checkout.ts';
import { eventually, startTestApp, type TestApp } from '../../../../test/app.ts';
import { choosePlan, lookUp, press } from '../../../../test/checkout.ts';
import { createPerson, goodPassword, type Person } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { mediaFiles } from '../../../../test/media.ts';
import { multipart } from '../../../../test/multipart.ts';
import { declineSandboxRenewals } from '../../../platform/payments/sandbox-subscriptions.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { checkoutSessions } from '../payments/checkout-sessions/checkout-sessions.table.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
  await testApp.work();
});

const order = (person: Person, payload: object) =>
  person.request({ method: 'POST', url: '/api/create-checkout-session', payload });

async function rowOf({ user }: Person) {
  const [row] = await testApp.services.db.select().from(users).where(eq(users.id, user.id));
  if (!row) throw new Error('The account is gone');
  return row;
}

async function pay(person: Person, subscriptionPlan: string, billingPeriod: BillingPeriod = 'monthly') {
  const payment = await choosePlan(testApp, person, { subscriptionPlan, billingPeriod });
  expect((await press(testApp, payment, 'pay')).statusCode).toBe(200);
  return payment;
}

/** Signs in again, in case the session has expired. */
async function signInAgain(person: Person): Promise<Person> {
  const payload = { email: person.user.email, password: goodPassword };
  const { token } = (
    await testApp.app.inject({ method: 'POST', url: '/api/auth/login', payload })
  ).json<SignedIn>();
  const headers = { authorization: `Bearer ${token}` };
  return { ...person, token, request: (request) => testApp.app.inject({ ...request, headers }) };
}

async function receiptOf({ user }: Person) {
  return eventually(async () => {
    const receipts = (await mailTo(testApp.services, user.email)).filter(
      ({ subject }) => subject === 'Your receipt',
    );
    return receipts.length > 0 && receipts;
  }, 'the receipt');
}

describe('POST /api/create-checkout-session', () => {
  test('401: not signed in', async () => {
    const payload = { subscriptionPlan: 'basic' };
    const answer = await testApp.app.inject({ method: 'POST', url: '/api/create-checkout-session', payload });
    expect(answer.statusCode).toBe(401);
  });

  test.each([
    [{}, 'subscriptionPlan'],
    [{ subscriptionPlan: 'free' }, 'subscriptionPlan'],
    [{ subscriptionPlan: 'gold' }, 'subscriptionPlan'],
    [{ subscriptionPlan: 'basic', billingPeriod: 'weekly' }, 'billingPeriod'],
  ])('400: %j', async (payload, field) => {
    const answer = await order(await createPerson(testApp), payload);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field]);
  });

  test('201: the URL of a payment page; opening it does not change the plan', async () => {
    const person = await createPerson(testApp);
    const answer = await order(person, { subscriptionPlan: 'premium' });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      url: expect.stringMatching(/^http:\/\/.*\/sandbox-payment\/[\w-]{36}$/),
    });
    expect((await rowOf(person)).subscriptionPlan).toBe('free');
  });

  test.each([
    ['basic', undefined, 20],
    ['basic', 'monthly', 20],
    ['basic', 'annual', 204],
    ['basic', 'three_years', 612],
    ['premium', 'monthly', 50],
    ['premium', 'annual', 510],
    ['premium', 'three_years', 1530],
  ])(
    'security 56: 201: %s, %s costs %d dollars, whatever the request says',
    async (subscriptionPlan, billingPeriod, dollars) => {
      const person = await createPerson(testApp);
      const tampered = { amount: 0.01, price: 1, userId: 'x', plan: 'basic', subscriptionStatus: 'active' };
      const { sessionId, paymentId } = await choosePlan(testApp, person, {
        ...tampered,
        subscriptionPlan,
        billingPeriod,
      });
      const [session] = await testApp.services.db
        .select()
        .from(checkoutSessions)
        .where(eq(checkoutSessions.id, sessionId));
      expect(session).toMatchObject({ amount: dollars, userId: person.user.id, plan: subscriptionPlan });
      const page = await testApp.app.inject(`/api/sandbox-payments/${paymentId}`);
      expect(page.json()).toMatchObject({ amountDollars: dollars, lines: [{ amountDollars: dollars }] });
    },
  );

  test('201: a visitor who uses the IP address is sent to pages on the same address', async () => {
    const person = await createPerson(testApp);
    const answer = await person.request({
      method: 'POST',
      url: '/api/create-checkout-session',
      headers: { host: '127.0.0.1:4321' },
      payload: { subscriptionPlan: 'basic' },
    });
    expect(answer.json<Checkout>().url).toMatch(/^http:\/\/127\.0\.0\.1:4321\/sandbox-payment\//);
  });

  test('409: a plan that is already paid, naming the day it ends', async () => {
    const person = await createPerson(testApp, { timezone: 'America/New_York' });
    await pay(person, 'basic');
    const answer = await order(person, { subscriptionPlan: 'basic', billingPeriod: 'annual' });
    expect(answer.statusCode).toBe(409);
    expect(answer.json<{ message: string }>().message).toMatch(
      /^You already have Golden Thread\. It is paid until \d+ \w+ \d{4}\.$/,
    );
  });

  test('409: a lesser plan while a greater one is paid, which it would replace', async () => {
    const answer = await order(await createPerson(testApp, { plan: 'premium' }), {
      subscriptionPlan: 'basic',
    });
    expect(answer.statusCode).toBe(409);
    expect(answer.json<{ message: string }>().message).toBe(
      'You have Eternal Light, which includes all of Golden Thread.',
    );
  });

  test('201 and 409: choosing again closes the earlier page, which can no longer be paid', async () => {
    const person = await createPerson(testApp);
    const first = await choosePlan(testApp, person, { subscriptionPlan: 'basic' });
    const second = await choosePlan(testApp, person, { subscriptionPlan: 'premium' });
    expect((await press(testApp, first, 'pay')).statusCode).toBe(409);
    expect((await press(testApp, second, 'pay')).statusCode).toBe(200);
    expect((await rowOf(person)).subscriptionPlan).toBe('premium');
  });

  test('201: of two pages requested at once only one can be paid', async () => {
    const person = await createPerson(testApp);
    const both = await Promise.all(
      paidPlanKeys.map((subscriptionPlan) => choosePlan(testApp, person, { subscriptionPlan })),
    );
    const answers = await Promise.all(both.map((payment) => press(testApp, payment, 'pay')));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});

describe('a plan that is paid', () => {
  test.each([
    ['2027-01-31T15:00:00.000Z', 'monthly', '2027-02-28T15:00:00.000Z'],
    ['2028-01-31T15:00:00.000Z', 'monthly', '2028-02-29T15:00:00.000Z'],
    ['2028-02-29T15:00:00.000Z', 'annual', '2029-02-28T15:00:00.000Z'],
    ['2027-08-31T23:59:59.000Z', 'three_years', '2030-08-31T23:59:59.000Z'],
  ] as const)('from %s, %s, is paid until %s', async (now, billingPeriod, until) => {
    testApp.clock.set(now);
    const person = await createPerson(testApp, { subscriptionPlan: 'basic' });
    expect(person.user.requestedPlan).toBe('basic');
    await pay(person, 'basic', billingPeriod);
    expect(await rowOf(person)).toMatchObject({
      subscriptionPlan: 'basic',
      requestedPlan: null,
      subscriptionStatus: 'active',
      subscriptionStartDate: new Date(now),
      paidThrough: new Date(until),
    });
  });

  test('renews by itself: ordering it again the moment it has is refused', async () => {
    testApp.clock.set('2027-01-31T12:00:00Z');
    const person = await createPerson(testApp);
    await pay(person, 'premium');
    testApp.clock.set('2027-02-28T12:00:00Z');
    const answer = await order(await signInAgain(person), { subscriptionPlan: 'premium' });
    expect(answer.statusCode).toBe(409);
    expect(await rowOf(person)).toMatchObject({ paidThrough: new Date('2027-03-31T12:00:00Z') });
  });

  test('can be paid anew after its renewal was declined; its start date stays', async () => {
    testApp.clock.set('2027-01-31T12:00:00Z');
    const person = await createPerson(testApp);
    const { paymentId } = await pay(person, 'premium');
    await declineSandboxRenewals(testApp.services, paymentId, true);
    testApp.clock.set('2027-02-28T12:00:00Z');
    await pay(await signInAgain(person), 'premium', 'annual');
    expect(await rowOf(person)).toMatchObject({
      subscriptionStartDate: new Date('2027-01-31T12:00:00Z'),
      paidThrough: new Date('2028-02-28T12:00:00Z'),
    });
  });

  test('starts anew when it is a greater one', async () => {
    testApp.clock.set('2027-03-10T12:00:00Z');
    const person = await createPerson(testApp);
    await pay(person, 'basic', 'annual');
    testApp.clock.set('2027-03-10T12:10:00Z');
    await pay(person, 'premium');
    expect(await rowOf(person)).toMatchObject({
      subscriptionPlan: 'premium',
      subscriptionStartDate: new Date('2027-03-10T12:10:00Z'),
      paidThrough: new Date('2027-04-10T12:10:00Z'),
    });
  });

  test('takes effect at once: a second video can be stored, and the profile shows the plan', async () => {
    const person = await createPerson(testApp);
    const film = await mediaFiles.video.mp4();
    const video = () =>
      person.request({
        method: 'POST',
        url: '/api/memories/upload',
        ...multipart({ type: 'video', title: 'Film', recipient: 'Maya' }, film),
      });
    expect((await video()).statusCode).toBe(201);
    expect((await video()).statusCode).toBe(402);
    await pay(person, 'basic');
    expect((await video()).statusCode).toBe(201);
    const profile = await person.request({ url: '/api/user/profile' });
    expect(profile.json()).toMatchObject({ subscriptionPlan: 'basic', requestedPlan: null });
  });

  test('sends one receipt, and is recorded', async () => {
    const person = await createPerson(testApp);
    const payment = await pay(person, 'premium', 'annual');
    await lookUp(person, payment);
    const [receipt, ...more] = await receiptOf(person);
    expect(more).toEqual([]);
    const text = receipt?.text.replace(/\s+/g, ' ');
    expect(text).toMatch(
      /\$510\.00, paid on \d+ \w+ \d{4}\. Eternal Light for one year\. It is paid until \d+ \w+ \d{4}\./,
    );
    expect(text).toContain('This was a trial payment: no money has moved.');
    const log = await testApp.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, payment.sessionId));
    expect(log.map(({ action }) => action)).toEqual(['checkout.paid', 'subscription.paid']);
    expect(log[1]?.details).toMatchObject({ planBefore: 'free', plan: 'premium', billingPeriod: 'annual' });
  });
});
