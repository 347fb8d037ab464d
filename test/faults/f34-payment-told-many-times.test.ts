// F34: a provider's events about a payment come ten times, in another order, in two processes at once, three days late.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../../server/features/accounts/profile/profile.table.ts';
import type { PaymentEventType } from '../../server/features/billing/payments/payment-events/payment-events.table.ts';
import { receivePaymentEvent } from '../../server/features/billing/payments/payment-events/payment-events.ts';
import { wholeDaysAfter } from '../../server/platform/clock.ts';
import { monthsAfter } from '../../server/platform/local-time.ts';
import { paySandboxPayment } from '../../server/platform/payments/sandbox.ts';
import { paymentEffects } from '../../server/wiring.ts';
import { createTestClock } from '../app.ts';
import { expectReconciled } from './support/deliveries.ts';
import { expectOneEffect, openPaymentPage, openPaymentServices } from './support/payments.ts';
import { registerCaller } from './support/people.ts';
import { makePlace } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { openRandomness } from './support/randomness.ts';

test('a hundred people, each event ten times, shuffled, in two processes at once: one effect each', async () => {
  const place = await makePlace();
  const web = await startProcess(place.env, { role: 'web' });
  const clock = createTestClock();
  const handlers = [await openPaymentServices(place, clock), await openPaymentServices(place, clock)];
  const paidAt = clock.now();
  const payers = [];
  for (let n = 0; n < 100; n++) {
    const payer = await registerCaller(web.address);
    const page = await openPaymentPage(payer, web.address);
    await paySandboxPayment(place.db, paidAt, page.paymentId);
    payers.push({ payer, ...page });
  }
  const told = payers.flatMap(({ paymentId }) =>
    (['declined', 'cancelled', 'paid'] satisfies PaymentEventType[]).flatMap((type) =>
      Array.from({ length: 10 }, () => ({ id: `${paymentId}:${type}`, type, paymentId, at: paidAt })),
    ),
  );
  clock.set(wholeDaysAfter(paidAt, 3));
  const randomness = openRandomness();
  const shuffled = told
    .map((event) => ({ event, place: randomness.below(told.length) }))
    .sort((one, other) => one.place - other.place);
  await Promise.all(
    handlers.map(async (services, half) => {
      const mine = shuffled.filter((_, index) => index % handlers.length === half);
      const lanes = Array.from({ length: 5 }, (_, lane) => mine.filter((_, index) => index % 5 === lane));
      await Promise.all(
        lanes.map(async (lane) => {
          for (const { event } of lane) await receivePaymentEvent(services, paymentEffects, event);
        }),
      );
    }),
  );
  for (const { payer } of payers) {
    await expectOneEffect(place.db, payer.id);
    const [owner] = await place.db.select().from(users).where(eq(users.id, payer.id));
    expect(owner?.paidThrough).toEqual(monthsAfter(paidAt, 1));
  }
  await expectReconciled(place.db);
});
