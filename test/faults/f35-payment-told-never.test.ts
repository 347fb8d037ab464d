// F35: a provider's event about a payment never arrives. People get what they paid for, whether they come back or not.
import { expect, test } from 'vitest';
import { settleMissedCheckouts } from '../../server/features/billing/payments/payment-events/settle-missed.ts';
import { minutesAfter } from '../../server/platform/clock.ts';
import { paySandboxPayment } from '../../server/platform/payments/sandbox.ts';
import { paymentEffects } from '../../server/wiring.ts';
import type { CheckoutSession } from '../../shared/billing/checkout.ts';
import { createTestClock } from '../app.ts';
import { expectReconciled } from './support/deliveries.ts';
import { expectOneEffect, openPaymentPage, openPaymentServices, planOf } from './support/payments.ts';
import { registerCaller } from './support/people.ts';
import { makePlace } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { milliseconds, openRandomness } from './support/randomness.ts';

const rounds = 8;
const pressesAtOnce = 6;

test('the payer comes back: the success page finds it', async () => {
  const place = await makePlace();
  const web = await startProcess(place.env, { role: 'web' });
  const payer = await registerCaller(web.address);
  const { paymentId, sessionId } = await openPaymentPage(payer, web.address);
  await paySandboxPayment(place.db, new Date(), paymentId);
  expect(await planOf(place.db, payer.id)).toBe('free');
  const answer = await payer.call(web.address, { path: `/api/checkout-session/${sessionId}` });
  expect(answer.json<CheckoutSession>()).toMatchObject({
    subscriptionStatus: 'active',
    subscriptionPlan: 'basic',
  });
  await expectOneEffect(place.db, payer.id);
  await expectReconciled(place.db);
});

test('killed around the moment of paying, again and again: whatever the provider took has its effect, once', async () => {
  const place = await makePlace();
  const randomness = openRandomness();
  let web = await startProcess(place.env, { role: 'web' });
  const payers = [];
  for (let n = 0; n < rounds * pressesAtOnce; n++) {
    const payer = await registerCaller(web.address);
    payers.push({ payer, ...(await openPaymentPage(payer, web.address)) });
  }
  for (let round = 0; round < rounds; round++) {
    const pressing = payers
      .slice(round * pressesAtOnce, (round + 1) * pressesAtOnce)
      .map(({ payer, paymentId }) => {
        const path = `/api/sandbox-payments/${paymentId}/pay`;
        return payer.call(web.address, { method: 'POST', path }).catch(() => undefined);
      });
    // However slow the machine is, one payment gets through before the last kill.
    await (round === rounds - 1 ? Promise.race(pressing) : milliseconds(randomness.below(120)));
    await web.end('SIGKILL');
    await Promise.all(pressing);
    web = await startProcess(place.env, { role: 'web', port: web.port });
  }
  const services = await openPaymentServices(place, createTestClock(minutesAfter(new Date(), 30)));
  await settleMissedCheckouts(services, paymentEffects);
  const paid = [];
  for (const { payer, paymentId } of payers) {
    const state = await services.payments.find(paymentId);
    const plan = await planOf(place.db, payer.id);
    expect(plan).toBe(state?.status === 'paid' ? 'basic' : 'free');
    if (plan === 'free') continue;
    paid.push(payer);
    await expectOneEffect(place.db, payer.id);
  }
  expect(paid.length).toBeGreaterThan(0);
  await expectReconciled(place.db);
});
