import { beforeAll, describe, expect, test } from 'vitest';
import type { SandboxPayment } from '../../../../shared/billing/sandbox-payments.ts';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { choosePlan, lookUp, type OpenPayment, press } from '../../../../test/checkout.ts';
import { createPerson, type Person } from '../../../../test/factories.ts';

let testApp: TestApp;
let person: Person;

beforeAll(async () => {
  testApp = await startTestApp();
  person = await createPerson(testApp);
});

const open = () => choosePlan(testApp, person, { subscriptionPlan: 'premium', billingPeriod: 'annual' });
const look = async ({ paymentId }: OpenPayment) =>
  (await testApp.app.inject(`/api/sandbox-payments/${paymentId}`)).json<SandboxPayment>();
const unknown = { paymentId: '0193a5f0-0000-7000-8000-000000000001', sessionId: '', url: '' };

describe('GET /api/sandbox-payments/:id', () => {
  test('404: no such page', async () => {
    for (const id of [unknown.paymentId, 'nothing', '%00'])
      expect((await testApp.app.inject(`/api/sandbox-payments/${id}`)).statusCode).toBe(404);
  });

  test('200: what is paid for and where to go on, and nothing about the account', async () => {
    const payment = await open();
    const { headers, body } = await testApp.app.inject(`/api/sandbox-payments/${payment.paymentId}`);
    expect(JSON.parse(body)).toEqual({
      lines: [{ label: 'Eternal Light for one year', amountDollars: 510 }],
      amountDollars: 510,
      status: 'open',
      isDeclined: false,
      successUrl: expect.stringMatching(/\/checkout-success\?session_id=[\w-]{36}$/),
      cancelUrl: expect.stringMatching(/\/checkout\?cancelled=true&period=annual$/),
    });
    for (const theirs of [person.user.id, person.user.email, person.user.lastName])
      expect(body).not.toContain(theirs);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-robots-tag']).toBe('noindex');
  });
});

describe('POST /api/sandbox-payments/:id/…', () => {
  test.each(['pay', 'decline', 'cancel'] as const)(
    '404: %s on a page that does not exist',
    async (button) => {
      expect((await press(testApp, unknown, button)).statusCode).toBe(404);
    },
  );

  test('200: declined, it says so and can still be paid', async () => {
    const payment = await open();
    expect((await press(testApp, payment, 'decline')).json()).toMatchObject({
      status: 'open',
      isDeclined: true,
    });
    expect((await press(testApp, payment, 'cancel')).statusCode).toBe(200);
    expect(await look(payment)).toMatchObject({ status: 'open', isDeclined: true });
    expect((await lookUp(person, payment)).subscriptionStatus).toBe('incomplete');
  });

  test('409: a page older than a day is closed', async () => {
    const payment = await open();
    testApp.clock.advance(24 * 60 * 60);
    expect(await look(payment)).toMatchObject({ status: 'expired' });
    for (const button of ['pay', 'decline'] as const) {
      const answer = await press(testApp, payment, button);
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ message: 'This payment page is closed. Nothing was paid.' });
    }
  });

  test('200 and 409: what is paid stays paid', async () => {
    person = await createPerson(testApp);
    const payment = await open();
    expect((await press(testApp, payment, 'pay')).json()).toMatchObject({ status: 'paid' });
    expect((await press(testApp, payment, 'pay')).statusCode).toBe(200);
    for (const button of ['decline', 'cancel'] as const) {
      const answer = await press(testApp, payment, button);
      expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
        409,
        'This is paid already.',
      ]);
    }
    expect(await look(payment)).toMatchObject({ status: 'paid', isDeclined: false });
  });
});
