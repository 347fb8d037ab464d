import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { choosePlan, lookUp, paymentAt, press } from '../../../../../test/checkout.ts';
import { createPerson } from '../../../../../test/factories.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { closeCheckouts, openPage, prepareCheckout } from './checkout-sessions.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});

describe('GET /api/checkout-session/:sessionId', () => {
  test('401: not signed in', async () => {
    const payment = await choosePlan(testApp, await createPerson(testApp), { subscriptionPlan: 'basic' });
    const answer = await testApp.app.inject(`/api/checkout-session/${payment.sessionId}`);
    expect(answer.statusCode).toBe(401);
  });

  test('security 56: 404: somebody else’s, paid or not, exactly like one that never existed', async () => {
    const owner = await createPerson(testApp);
    const stranger = await createPerson(testApp);
    const payment = await choosePlan(testApp, owner, { subscriptionPlan: 'premium' });
    await press(testApp, payment, 'pay');
    const url = (id: string) => `/api/checkout-session/${id}`;
    const foreign = await stranger.request({ url: url(payment.sessionId) });
    const unknown = await stranger.request({ url: url('0193a5f0-0000-7000-8000-000000000001') });
    const malformed = await stranger.request({ url: url('cs_test_1') });
    expect([foreign.statusCode, unknown.statusCode, malformed.statusCode]).toEqual([404, 404, 404]);
    expect(foreign.body).toBe(unknown.body);
    expect((await stranger.request({ url: '/api/user/profile' })).json()).toMatchObject({
      subscriptionPlan: 'free',
    });
  });

  test('200: incomplete until it is paid, then active with the plan', async () => {
    const owner = await createPerson(testApp);
    const payment = await choosePlan(testApp, owner, {
      subscriptionPlan: 'premium',
      billingPeriod: 'annual',
    });
    const purpose = 'subscription';
    expect(await lookUp(owner, payment)).toEqual({
      subscriptionStatus: 'incomplete',
      subscriptionPlan: 'free',
      purpose,
    });
    await press(testApp, payment, 'pay');
    expect(await lookUp(owner, payment)).toEqual({
      subscriptionStatus: 'active',
      subscriptionPlan: 'premium',
      purpose,
    });
  });
});

test('a page for another plan closes the earlier one of the same owner, and of nobody else', async () => {
  const [owner, other] = [await createPerson(testApp), await createPerson(testApp)];
  const theirs = await choosePlan(testApp, other, { subscriptionPlan: 'basic' });
  const first = await choosePlan(testApp, owner, { subscriptionPlan: 'basic' });
  const second = await choosePlan(testApp, owner, { subscriptionPlan: 'premium' });
  expect((await press(testApp, first, 'pay')).statusCode).toBe(409);
  for (const page of [second, theirs]) expect((await press(testApp, page, 'pay')).statusCode).toBe(200);
  expect(await lookUp(owner, second)).toMatchObject({ subscriptionPlan: 'premium' });
  expect(await lookUp(other, theirs)).toMatchObject({ subscriptionPlan: 'basic' });
});

test('a page that is closed while it opens cannot be paid, also if that machine’s clock is 200 ms ahead', async () => {
  const { services, clock } = testApp;
  const owner = await createPerson(testApp);
  const inTurn = <Result>(work: (tx: Tx, row: UserRow) => Promise<Result>) =>
    inTransaction(services.db, async (tx) => work(tx, await lockOwner(tx, owner.user.id)));
  const prepared = await inTurn((tx, row) =>
    prepareCheckout(tx, services, row, {
      purpose: 'gift-order',
      lines: [{ label: 'Flowers', amountCents: 8900 }],
      ...{ origin: 'http://localhost', successPath: '/checkout-success', cancelPath: '/store' },
    }),
  );
  const ahead = { ...clock, now: () => new Date(clock.now().getTime() + 200) };
  await inTurn((tx, row) => closeCheckouts(tx, { ...services, clock: ahead }, row));
  const { url } = await openPage(services, prepared);
  clock.advance(1);
  expect((await press(testApp, await paymentAt(testApp, url), 'decline')).statusCode).toBe(409);
});
