import { describe, expect, test } from 'vitest';
import { startTestApp } from '../../../../test/app.ts';
import { choosePlan, press } from '../../../../test/checkout.ts';
import { createPerson } from '../../../../test/factories.ts';

const PUBLIC_URL = 'https://after.example';
const refused = {
  code: 'conflict',
  message: 'Paid plans and gifts cannot be bought here yet. Nothing was ordered.',
};

describe('where the address is public and no provider is configured', async () => {
  const testApp = await startTestApp({ env: { PUBLIC_URL } });
  const person = await createPerson(testApp);

  test('409: a plan', async () => {
    const payload = { subscriptionPlan: 'premium' };
    const answer = await person.request({ method: 'POST', url: '/api/create-checkout-session', payload });
    expect([answer.statusCode, answer.json()]).toEqual([409, refused]);
    const profile = await person.request({ url: '/api/user/profile' });
    expect(profile.json()).toMatchObject({ subscriptionPlan: 'free', paidThrough: null });
  });

  test('409: a gift, and no order is left', async () => {
    const payload = {
      gifts: ['flowers'],
      recipientName: 'Maya Alvarez',
      deliveryAddress: '1 Harbour Street, Portland',
      deliveryDate: '2099-05-04',
    };
    const answer = await person.request({ method: 'POST', url: '/api/gift-orders', payload });
    expect([answer.statusCode, answer.json()]).toEqual([409, refused]);
    expect((await person.request({ url: '/api/gift-orders' })).json()).toEqual([]);
  });

  test('the trial page has no routes', () => {
    for (const url of ['/api/sandbox-payments/:id', '/api/sandbox-payments/:id/pay'])
      for (const method of ['GET', 'POST']) expect(testApp.app.hasRoute({ method, url })).toBe(false);
  });

  test('the pages say so', async () => {
    for (const url of ['/', '/auth', '/checkout'])
      expect((await testApp.app.inject(url)).body).toContain('<html data-sales="off"');
  });
});

test('201: with PAYMENTS=sandbox the trial page is open anywhere', async () => {
  const testApp = await startTestApp({ env: { PUBLIC_URL, PAYMENTS: 'sandbox' } });
  const person = await createPerson(testApp);
  const payment = await choosePlan(testApp, person, { subscriptionPlan: 'basic' });
  expect((await press(testApp, payment, 'pay')).statusCode).toBe(200);
  expect((await testApp.app.inject('/auth')).body).not.toContain('data-sales');
});
