import { v7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PlacedGiftOrder } from '../../../../shared/store/gift-orders.ts';
import { eventually, startTestApp, type TestApp } from '../../../../test/app.ts';
import { paymentAt, press } from '../../../../test/checkout.ts';
import { createPerson } from '../../../../test/factories.ts';
import {
  actionsOn,
  bouquet,
  cancel,
  list,
  place,
  placeAndOpen,
  post,
  reopen,
} from '../../../../test/gift-orders.ts';
import { mailTo } from '../../../../test/mailbox.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});

describe('paying', () => {
  test('the order is paid, once, and its owner gets a receipt', async () => {
    const person = await createPerson(testApp);
    const { order, payment } = await placeAndOpen(testApp, person);
    testApp.clock.advance(60);
    const answers = await Promise.all([press(testApp, payment, 'pay'), press(testApp, payment, 'pay')]);
    expect(answers.map(({ statusCode }) => statusCode)).toContain(200);
    const paidAt = testApp.clock.now().toISOString();
    expect(await list(person)).toMatchObject([{ id: order.id, status: 'paid', paidAt, totalAmount: 154 }]);
    expect((await actionsOn(testApp, order.id)).filter((act) => act === 'gift-order.paid')).toHaveLength(1);
  });

  test('the receipt says what was paid, for whom and when', async () => {
    const working = await startTestApp();
    await working.work();
    const person = await createPerson(working);
    const order = (await post(person, bouquet)).json<PlacedGiftOrder>();
    await press(working, await paymentAt(working, order.checkoutUrl), 'pay');
    const receipt = await eventually(
      async () =>
        (await mailTo(working.services, person.user.email)).find(({ text }) => text.includes('$154.00')),
      'the receipt',
    );
    expect(receipt.text).toMatch(/Fresh Flowers and Yard Signs, for Maya Alvarez on 4 May 2099\./);
  });

  test('declined or cancelled, the order stays unpaid', async () => {
    const person = await createPerson(testApp);
    const { payment } = await placeAndOpen(testApp, person);
    await press(testApp, payment, 'decline');
    await press(testApp, payment, 'cancel');
    expect(await list(person)).toMatchObject([{ status: 'pending', paidAt: null }]);
  });
});

describe('POST /api/gift-orders/:id/checkout', () => {
  test('201: a new page replaces the earlier one', async () => {
    const person = await createPerson(testApp);
    const { order, payment } = await placeAndOpen(testApp, person);
    const answer = await reopen(person, order.id);
    expect(answer.statusCode).toBe(201);
    const again = await paymentAt(testApp, answer.json().url);
    expect(again.paymentId).not.toBe(payment.paymentId);
    expect((await press(testApp, payment, 'pay')).statusCode).toBe(409);
    expect((await press(testApp, again, 'pay')).statusCode).toBe(200);
    expect(await list(person)).toMatchObject([{ status: 'paid' }]);
  });

  test("404: someone else's order, exactly like one that never was", async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    const { id } = await place(other);
    for (const act of [reopen, cancel]) {
      const answers = [await act(person, id), await act(person, v7()), await act(person, 'mine')];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
      expect(answers[0]?.json()).toEqual(answers[1]?.json());
    }
    expect(await list(other)).toMatchObject([{ status: 'pending' }]);
  });

  test('409: what is paid is not paid again', async () => {
    const person = await createPerson(testApp);
    const { order, payment } = await placeAndOpen(testApp, person);
    await press(testApp, payment, 'pay');
    const answer = await reopen(person, order.id);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toBe('This order is already paid');
  });

  test('409: its day has come, so that nobody pays for what can no longer be delivered in time', async () => {
    const night = await startTestApp();
    night.clock.set('2031-05-05T03:50:00Z');
    const person = await createPerson(night);
    const tomorrow = await place(person, { deliveryDate: '2031-05-05' });
    const dayAfter = await place(person, { deliveryDate: '2031-05-06' });
    night.clock.advance(15 * 60);
    const answer = await reopen(person, tomorrow.id);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toContain('The day of delivery of this order has come.');
    expect((await reopen(person, dayAfter.id)).statusCode).toBe(201);
    expect((await cancel(person, tomorrow.id)).statusCode).toBe(200);
  });
});
