import { asc, eq, inArray } from 'drizzle-orm';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { PlacedGiftOrder } from '../../../../shared/store/gift-orders.ts';
import { gifts as catalogue } from '../../../../shared/store/gifts.ts';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { paymentAt, press } from '../../../../test/checkout.ts';
import { createLetter, createPerson, type Person } from '../../../../test/factories.ts';
import {
  actionsOn,
  bouquet,
  cancel,
  list,
  place,
  placeAndOpen,
  post,
  reopen,
  url,
} from '../../../../test/gift-orders.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import { sandboxPayments } from '../../../platform/payments/sandbox.table.ts';
import { refunds } from '../../billing/payments/refunds/refunds.table.ts';
import { giftOrders, gifts } from './gifts.table.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});

const rowsOf = (person: Person) =>
  testApp.services.db.select().from(giftOrders).where(eq(giftOrders.userId, person.user.id));
const tiesOf = (memoryId: string) =>
  testApp.services.db.select().from(gifts).where(eq(gifts.memoryId, memoryId)).orderBy(asc(gifts.id));

test.each([
  ['GET', '/api/gifts'],
  ['GET', url],
  ['POST', url],
  ['POST', `${url}/${v7()}/checkout`],
  ['POST', `${url}/${v7()}/cancel`],
] as const)('401: %s %s without a session', async (method, address) => {
  const payload = { ...(method === 'POST' && { payload: bouquet }) };
  expect((await testApp.app.inject({ method, url: address, ...payload })).statusCode).toBe(401);
});

test('200: the catalogue', async () => {
  const person = await createPerson(testApp);
  const answer = await person.request({ url: '/api/gifts' });
  expect(answer.json()).toEqual(catalogue);
});

describe('POST /api/gift-orders', () => {
  test('201: the order at the prices of the catalogue, each gift once, with the page to pay on', async () => {
    const person = await createPerson(testApp);
    const answer = await post(person, {
      ...bouquet,
      gifts: ['yard_signs', 'flowers', 'flowers'],
      recipientName: '  Maya Alvarez ',
      specialInstructions: 'Ring twice.',
    });
    expect(answer.statusCode).toBe(201);
    const { checkoutUrl, ...order } = answer.json<PlacedGiftOrder>();
    expect(order).toEqual({
      ...bouquet,
      gifts: undefined,
      specialInstructions: 'Ring twice.',
      id: expect.any(String),
      memoryId: null,
      giftType: 'gift',
      giftDetails: [
        { id: 'flowers', name: 'Fresh Flowers', price: 89 },
        { id: 'yard_signs', name: 'Yard Signs', price: 65 },
      ],
      totalAmount: 154,
      status: 'pending',
      trackingNumber: null,
      paidAt: null,
      cancelledAt: null,
      shippedAt: null,
      deliveredAt: null,
      createdAt: testApp.clock.now().toISOString(),
      updatedAt: testApp.clock.now().toISOString(),
    });
    const { paymentId } = await paymentAt(testApp, checkoutUrl);
    const page = (await testApp.app.inject(`/api/sandbox-payments/${paymentId}`)).json();
    expect(page).toMatchObject({
      amountDollars: 154,
      lines: [
        { label: 'Fresh Flowers', amountDollars: 89 },
        { label: 'Yard Signs', amountDollars: 65 },
      ],
      status: 'open',
    });
    expect(await list(person)).toEqual([order]);
    expect(await actionsOn(testApp, order.id)).toEqual(['gift-order.placed']);
  });

  test.each([
    [['premium_frame'], 'frame', 249],
    [['bands'], 'gift', 299],
    [catalogue.map(({ id }) => id), 'mixed', 896],
  ])('201: %j is %s for $%d', async (ids, giftType, totalAmount) => {
    const person = await createPerson(testApp);
    expect(await place(person, { gifts: ids })).toMatchObject({ giftType, totalAmount });
  });

  test('201: the provider is away: the order is there once, and can be paid later', async () => {
    const person = await createPerson(testApp);
    using open = vi.spyOn(testApp.services.payments, 'open');
    open.mockRejectedValueOnce(new Error('away'));
    const order = await place(person);
    expect(order.checkoutUrl).toBeNull();
    expect(await list(person)).toMatchObject([{ id: order.id, status: 'pending' }]);
    const payment = await paymentAt(testApp, (await reopen(person, order.id)).json().url);
    await press(testApp, payment, 'pay');
    expect(await list(person)).toMatchObject([{ id: order.id, status: 'paid' }]);
  });

  test('security 56: 201: fields that only the server sets are ignored', async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    const sent = {
      id: v7(),
      userId: other.user.id,
      totalAmount: 0.01,
      status: 'paid',
      paidAt: '2020-01-01T00:00:00Z',
      giftDetails: [{ id: 'flowers', name: 'Fresh Flowers', price: 1 }],
      giftType: 'frame',
      trackingNumber: 'X1',
      adminNotes: 'free of charge',
    };
    const { id } = await place(person, sent);
    const [row] = await rowsOf(person);
    expect(id).not.toBe(sent.id);
    expect(row).toMatchObject({
      id,
      totalAmount: 154,
      status: 'pending',
      paidAt: null,
      giftType: 'gift',
      trackingNumber: null,
      adminNotes: null,
    });
    expect(row?.giftDetails.map(({ price }) => price)).toEqual([89, 65]);
  });

  test.each([
    ['gifts', undefined, 'Please choose at least one gift'],
    ['gifts', [], 'Please choose at least one gift'],
    ['gifts', 'flowers', 'Please choose at least one gift'],
    ['recipientName', undefined, 'Please say who it is for'],
    ['recipientName', '  ', 'Please say who it is for'],
    ['recipientName', 'a'.repeat(201), 'Please use at most 200 characters'],
    ['deliveryAddress', undefined, 'Please give the address it should be brought to'],
    ['deliveryAddress', ' \n ', 'Please give the address it should be brought to'],
    ['deliveryAddress', 'Quay\u0000Street', 'This text contains a character that cannot be stored'],
    ['deliveryAddress', 'a'.repeat(501), 'Please use at most 500 characters'],
    ['deliveryDate', undefined, 'Please choose the day of delivery'],
    ['deliveryDate', '', 'Please choose the day of delivery'],
    ['deliveryDate', '2099-02-30', 'Please choose the day of delivery'],
    ['deliveryDate', '2020-05-04', 'Please choose a day from tomorrow on'],
    ['specialInstructions', 'a'.repeat(1001), 'Please use at most 1000 characters'],
    ['memoryId', 'the letter', expect.any(String)],
  ])('400: %s is %j', async (field, value, message) => {
    const person = await createPerson(testApp);
    const answer = await post(person, { ...bouquet, [field]: value });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'bad_request', message, fields: { [field]: message } });
    expect(await rowsOf(person)).toEqual([]);
  });

  test('400: a gift that is not in the store, also together with one that is', async () => {
    const person = await createPerson(testApp);
    const answer = await post(person, { ...bouquet, gifts: ['flowers', 'doves'] });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ fields: { 'gifts.1': 'There is no such gift in the store' } });
    expect(await rowsOf(person)).toEqual([]);
  });

  test('400 and 201: today is too soon and tomorrow is not, in the owner’s time zone', async () => {
    const night = await startTestApp();
    night.clock.set('2031-05-04T22:00:00Z');
    const person = await createPerson(night);
    await person.request({ method: 'PATCH', url: '/api/user/profile', payload: { timezone: 'Asia/Tokyo' } });
    const statusFor = async (deliveryDate: string) =>
      (await post(person, { ...bouquet, deliveryDate })).statusCode;
    expect(await statusFor('2031-05-05')).toBe(400);
    expect(await statusFor('2031-05-06')).toBe(201);
  });

  test('201: the gifts are linked to the memory they were chosen with', async () => {
    const person = await createPerson(testApp);
    const { id: memoryId } = await createLetter(person);
    const order = await place(person, { memoryId });
    expect(order.memoryId).toBe(memoryId);
    const tie = { giftOrderId: order.id, isSelected: true, deliveryAddress: bouquet.deliveryAddress };
    expect(await tiesOf(memoryId)).toMatchObject([
      { ...tie, giftType: 'flowers' },
      { ...tie, giftType: 'yard_signs' },
    ]);
    await person.request({ method: 'DELETE', url: `/api/memories/${memoryId}` });
    expect(await tiesOf(memoryId)).toEqual([]);
    expect(await list(person)).toMatchObject([{ id: order.id, memoryId: null }]);
  });

  test("security 29: 404: someone else's memory, exactly like one that never was, and nothing is written", async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    const { id: memoryId } = await createLetter(other);
    const answers = [
      await post(person, { ...bouquet, memoryId }),
      await post(person, { ...bouquet, memoryId: v7() }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    expect(answers[0]?.json()).toEqual(answers[1]?.json());
    expect(await rowsOf(person)).toEqual([]);
    expect(await tiesOf(memoryId)).toEqual([]);
  });

  test('409: more than twenty unpaid orders, also of those placed at the same moment', async () => {
    const person = await createPerson(testApp);
    const answers = await Promise.all(Array.from({ length: 22 }, () => post(person, bouquet)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
    const refused = answers.filter(({ statusCode }) => statusCode === 409);
    expect(refused).toHaveLength(2);
    expect(refused[0]?.json().message).toMatch(/^20 of your orders are waiting for payment/);
    const [first] = await list(person);
    await cancel(person, first?.id ?? '');
    await place(person);
  });
});

test('placing an order deletes its draft', async () => {
  const person = await createPerson(testApp);
  const draft = {
    method: 'PUT',
    url: '/api/drafts/gift-order',
    payload: { content: { recipientName: 'Maya' } },
  };
  await person.request({ ...draft, method: 'PUT' });
  await place(person);
  expect((await person.request({ url: '/api/drafts' })).json()).toEqual([]);
});

describe('GET /api/gift-orders', () => {
  test("200: one's own, newest first, without what is for staff", async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    const [first, second] = [await place(person), await place(person)];
    await place(other);
    const orders = await list(person);
    expect(orders.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(JSON.stringify(orders)).not.toMatch(/userId|adminNotes|vendorOrderId/);
  });
});

describe('POST /api/gift-orders/:id/cancel', () => {
  test('200: its page is closed and its gifts are no longer chosen', async () => {
    const person = await createPerson(testApp);
    const { id: memoryId } = await createLetter(person);
    const { order, payment } = await placeAndOpen(testApp, person, { memoryId });
    const answer = await cancel(person, order.id);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      status: 'cancelled',
      cancelledAt: testApp.clock.now().toISOString(),
    });
    expect((await press(testApp, payment, 'pay')).statusCode).toBe(409);
    expect(await tiesOf(memoryId)).toMatchObject([{ isSelected: false }, { isSelected: false }]);
    expect(await list(person)).toMatchObject([{ status: 'cancelled', paidAt: null }]);
    expect(await actionsOn(testApp, order.id)).toContain('gift-order.cancelled');
  });

  test.each(['paid', 'preparing'] as const)(
    '200: %s, and not sent yet: it is cancelled, and the payment is given back at once',
    async (status) => {
      const person = await createPerson(testApp);
      const { order, payment } = await placeAndOpen(testApp, person);
      await press(testApp, payment, 'pay');
      const { db } = testApp.services;
      await db.update(giftOrders).set({ status }).where(eq(giftOrders.id, order.id));
      const answers = await Promise.all([cancel(person, order.id), cancel(person, order.id)]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      expect(await list(person)).toMatchObject([{ status: 'cancelled', paidAt: expect.any(String) }]);
      const owed = await db.select().from(refunds).where(eq(refunds.paymentId, payment.paymentId));
      expect(owed).toMatchObject([
        { cause: 'order-cancelled', amount: order.totalAmount, startedAt: expect.any(Date) },
      ]);
    },
  );

  test('409: cancelled already, shipped or delivered', async () => {
    const person = await createPerson(testApp);
    const { order, payment } = await placeAndOpen(testApp, person);
    await cancel(person, order.id);
    expect((await cancel(person, order.id)).json().message).toBe('This order was cancelled');
    const paid = await placeAndOpen(testApp, person);
    await press(testApp, paid.payment, 'pay');
    const { db } = testApp.services;
    for (const [status, message] of [
      ['shipped', 'This order is already on its way'],
      ['delivered', 'This order has already arrived'],
    ] as const) {
      await db.update(giftOrders).set({ status }).where(eq(giftOrders.id, paid.order.id));
      const answer = await cancel(person, paid.order.id);
      expect(answer.statusCode).toBe(409);
      expect(answer.json().message).toBe(message);
    }
    expect(payment.paymentId).not.toBe(paid.payment.paymentId);
  });
});

describe('races', () => {
  test('cancelled and paid at the same moment: what was paid for a cancelled order is owed back', async () => {
    const person = await createPerson(testApp);
    for (let round = 0; round < 10; round++) {
      const { order, payment } = await placeAndOpen(testApp, person);
      const [cancelled, paid] = await Promise.all([cancel(person, order.id), press(testApp, payment, 'pay')]);
      const [row] = await testApp.services.db.select().from(giftOrders).where(eq(giftOrders.id, order.id));
      const owed = await testApp.services.db.$count(refunds, eq(refunds.paymentId, payment.paymentId));
      const isKept = row?.status === 'paid';
      expect(row?.status).toBe(isKept ? 'paid' : 'cancelled');
      expect(owed).toBe(!isKept && paid.statusCode === 200 ? 1 : 0);
      expect(cancelled.statusCode).toBe(200);
    }
  });

  test('a payment that arrives after the order was cancelled is given back at once, and nothing is sent', async () => {
    const person = await createPerson(testApp);
    const { id: memoryId } = await createLetter(person);
    const { order, payment } = await placeAndOpen(testApp, person, { memoryId });
    await testApp.services.db
      .update(giftOrders)
      .set({ status: 'cancelled', cancelledAt: testApp.clock.now() })
      .where(eq(giftOrders.id, order.id));
    await testApp.services.db.update(gifts).set({ isSelected: false }).where(eq(gifts.memoryId, memoryId));
    await press(testApp, payment, 'pay');
    expect(await list(person)).toMatchObject([
      { status: 'cancelled', paidAt: expect.any(String), cancelledAt: expect.any(String) },
    ]);
    expect(await tiesOf(memoryId)).toMatchObject([{ isSelected: false }, { isSelected: false }]);
    const owed = testApp.services.db.select().from(refunds);
    expect(await owed.where(eq(refunds.paymentId, payment.paymentId))).toMatchObject([
      { cause: 'order-cancelled', amount: order.totalAmount, startedAt: expect.any(Date) },
    ]);
    expect(await actionsOn(testApp, order.id)).toContain('gift-order.paid-in-vain');
  });

  test('paid on two pages at once, staff find that one payment is to be given back', async () => {
    const person = await createPerson(testApp);
    const { order, payment } = await placeAndOpen(testApp, person);
    const second = await paymentAt(testApp, (await reopen(person, order.id)).json().url);
    // As if the provider did not yet know that the first page is closed.
    const expiresAt = minutesAfter(testApp.clock.now(), 60);
    await testApp.services.db
      .update(sandboxPayments)
      .set({ expiresAt })
      .where(eq(sandboxPayments.id, payment.paymentId));
    await Promise.all([press(testApp, payment, 'pay'), press(testApp, second, 'pay')]);
    const [row] = await rowsOf(person);
    expect(row).toMatchObject({ status: 'paid', totalAmount: 154, adminNotes: null });
    const ofOwner = inArray(refunds.checkoutSessionId, [payment.sessionId, second.sessionId]);
    const owed = await testApp.services.db.select().from(refunds).where(ofOwner);
    expect(owed).toMatchObject([{ cause: 'paid-twice', amount: 154, givenBackAt: null }]);
    expect([payment.sessionId, second.sessionId]).toContain(owed[0]?.checkoutSessionId);
    const acts = await actionsOn(testApp, order.id);
    expect(acts.filter((act) => act.startsWith('gift-order.paid')).toSorted()).toEqual([
      'gift-order.paid',
      'gift-order.paid-again',
    ]);
  });
});
