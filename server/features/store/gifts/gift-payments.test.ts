import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import type { GiftOrder, PlacedGiftOrder } from '../../../../shared/store/gift-orders.ts';
import { eventually, startTestApp, type TestApp } from '../../../../test/app.ts';
import { paymentAt, press } from '../../../../test/checkout.ts';
import { createPerson, type Person } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { auditLog } from '../../system/audit/audit.table.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});

const url = '/api/gift-orders';
const bouquet = {
  gifts: ['yard_signs', 'flowers'],
  recipientName: 'Maya Alvarez',
  deliveryAddress: '1 Quay Street\nPort Haven',
  deliveryDate: '2099-05-04',
};
const post = (person: Person, payload: object) => person.request({ method: 'POST', url, payload });
const list = async (person: Person) => (await person.request({ url })).json<GiftOrder[]>();
const cancel = (person: Person, id: string) => person.request({ method: 'POST', url: `${url}/${id}/cancel` });
const reopen = (person: Person, id: string) =>
  person.request({ method: 'POST', url: `${url}/${id}/checkout` });

async function place(person: Person, changes: object = {}): Promise<PlacedGiftOrder> {
  const answer = await post(person, { ...bouquet, ...changes });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<PlacedGiftOrder>();
}

async function placeAndOpen(person: Person, changes: object = {}) {
  const order = await place(person, changes);
  return { order, payment: await paymentAt(testApp, order.checkoutUrl) };
}

async function actsOn(id: string): Promise<string[]> {
  const rows = await testApp.services.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  return rows.map(({ action }) => action);
}

describe('paying', () => {
  test('the order is paid, once, and its owner gets a receipt', async () => {
    const person = await createPerson(testApp);
    const { order, payment } = await placeAndOpen(person);
    testApp.clock.advance(60);
    const answers = await Promise.all([press(testApp, payment, 'pay'), press(testApp, payment, 'pay')]);
    expect(answers.map(({ statusCode }) => statusCode)).toContain(200);
    const paidAt = testApp.clock.now().toISOString();
    expect(await list(person)).toMatchObject([{ id: order.id, status: 'paid', paidAt, totalAmount: 154 }]);
    expect((await actsOn(order.id)).filter((act) => act === 'gift-order.paid')).toHaveLength(1);
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
    const { payment } = await placeAndOpen(person);
    await press(testApp, payment, 'decline');
    await press(testApp, payment, 'cancel');
    expect(await list(person)).toMatchObject([{ status: 'pending', paidAt: null }]);
  });
});

describe('POST /api/gift-orders/:id/checkout', () => {
  test('201: a new page replaces the earlier one', async () => {
    const person = await createPerson(testApp);
    const { order, payment } = await placeAndOpen(person);
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
    const { order, payment } = await placeAndOpen(person);
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
