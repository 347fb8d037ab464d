import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { freshSignInMinutes } from '../../../../shared/accounts/staff.ts';
import type { StaffRefundList } from '../../../../shared/billing/refunds.ts';
import type { GiftOrder, PlacedGiftOrder } from '../../../../shared/store/gift-orders.ts';
import type { StaffGiftOrder, StaffGiftOrderList } from '../../../../shared/store/staff-gift-orders.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { paymentAt, press } from '../../../../test/checkout.ts';
import { createPerson, createRecipient, createStaff, type Person } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../test/outbox.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { giftOrders } from './gifts.table.ts';
import { countGiftOrders } from './gifts.ts';

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { services, clock } = testApp;
const { db } = services;
const url = '/api/admin/gift-orders';
const reason = 'The florist has it';
let agnes = await createStaff(testApp);

// Tests advance the clock, which would end her session.
beforeEach(async () => {
  agnes = await createStaff(testApp);
});

async function placed(changes: object = {}) {
  const person = await createPerson(testApp);
  const payload = {
    gifts: ['flowers'],
    recipientName: 'Maya Alvarez',
    deliveryAddress: '1 Quay Street',
    deliveryDate: '2030-05-10',
    ...changes,
  };
  const answer = await person.request({ method: 'POST', url: '/api/gift-orders', payload });
  const { id, checkoutUrl } = answer.json<PlacedGiftOrder>();
  return { person, id, payment: await paymentAt(testApp, checkoutUrl) };
}

async function paid(changes: object = {}) {
  const order = await placed(changes);
  await press(testApp, order.payment, 'pay');
  return order;
}

const list = async (query: Record<string, string>) =>
  (await agnes.request({ url, query })).json<StaffGiftOrderList>();
const load = async (id: string) => (await agnes.request({ url: `${url}/${id}` })).json<StaffGiftOrder>();
const own = async (person: Person) => (await person.request({ url: '/api/gift-orders' })).json<GiftOrder[]>();
const seenOf = ({ status, trackingNumber, vendorOrderId, adminNotes }: StaffGiftOrder) => ({
  status,
  trackingNumber,
  vendorOrderId,
  adminNotes,
});
const ask = (id: string, name: string, payload: object) =>
  agnes.request({ method: name === 'details' ? 'PUT' : 'POST', url: `${url}/${id}/${name}`, payload });
/** Sends what the page sends: the act, with the state that was seen a moment ago. */
const act = async (id: string, name: string, more: object = {}) =>
  ask(id, name, { reason, seen: seenOf(await load(id)), ...more });
const byStaff = async (id: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)).filter(
    (entry) => entry.reason !== null,
  );
const owed = async (query = {}) =>
  (await agnes.request({ url: '/api/admin/refunds', query })).json<StaffRefundList>().refunds;

describe('GET /api/admin/gift-orders', () => {
  test('200: what is to be sent by its day of delivery, begun or not; what is done or unpaid only when asked for', async () => {
    const begun = await paid({ deliveryDate: '2030-05-12' });
    await act(begun.id, 'begin');
    clock.advance(60);
    const older = await paid({ deliveryDate: '2030-05-14' });
    clock.advance(60);
    const newer = await paid({ deliveryDate: '2030-05-11' });
    const unpaid = await placed();
    const mine = [begun, older, newer, unpaid].map(({ id }) => id);
    const ids = async (query: Record<string, string>) =>
      (await list(query)).orders.map(({ id }) => id).filter((id) => mine.includes(id));
    expect(await ids({})).toEqual([newer.id, begun.id, older.id]);
    expect(await ids({ status: 'pending' })).toEqual([unpaid.id]);
    expect(await ids({ status: 'preparing' })).toEqual([begun.id]);
    expect(await ids({ owner: newer.person.user.email.toUpperCase() })).toEqual([newer.id]);
    expect(await ids({ owner: 'ruth alv%' })).toEqual([]);
    clock.advance(60 * 60 - 60);
    agnes = await createStaff(testApp);
    expect(await ids({ minAgeHours: '1' })).toEqual([begun.id, older.id]);

    const pages: string[] = [];
    let query: Record<string, string> | undefined = { limit: '1' };
    while (query) {
      const page: StaffGiftOrderList = await list(query);
      pages.push(...page.orders.map(({ id }) => id));
      query = page.next ? { limit: '1', ...stringsOf(page.next) } : undefined;
    }
    expect(pages).toEqual((await list({})).orders.map(({ id }) => id));
  });

  test('200: one, with all that staff need; late once its day has come', async () => {
    const { id, person } = await paid({ specialInstructions: 'Ring twice', deliveryDate: '2030-05-05' });
    expect(await load(id)).toMatchObject({
      status: 'paid',
      isLate: false,
      recipientName: 'Maya Alvarez',
      deliveryAddress: '1 Quay Street',
      specialInstructions: 'Ring twice',
      totalAmount: 89,
      owner: { id: person.user.id, name: 'Ruth Alvarez', email: person.user.email },
      acts: ['begin', 'cancel'],
    });
    const before = await countGiftOrders(services, { timezone: 'America/New_York' });
    clock.advance(24 * 60 * 60);
    agnes = await createStaff(testApp);
    expect((await load(id)).isLate).toBe(true);
    expect(await countGiftOrders(services, { timezone: 'America/New_York' })).toMatchObject({
      count: before.count,
      late: before.late + 1,
    });
  });

  test.each([{ status: 'lost' }, { minAgeHours: '-1' }, { limit: '0' }, { owner: 'a\0b' }, { after: v7() }])(
    '400: %o',
    async (query) => {
      expect((await agnes.request({ url, query })).statusCode).toBe(400);
    },
  );
});

function stringsOf(record: object): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value)]));
}

describe('acts of staff on a gift order', () => {
  test('200: of somebody who has died: staff see that, and nobody hears of it, neither the owner nor a contact', async () => {
    const { id, person } = await paid();
    const contact = await createRecipient(person, { trustedContact: true });
    expect((await load(id)).owner.hasDied).toBe(false);
    const mailsBefore = (await mailTo(services, contact.email ?? '')).length;
    await db.update(users).set({ memorialisedAt: clock.now() }).where(eq(users.id, person.user.id));
    expect((await load(id)).owner).toEqual({
      id: person.user.id,
      name: 'Ruth Alvarez',
      email: person.user.email,
      hasDied: true,
    });
    expect((await act(id, 'cancel')).json<StaffGiftOrder>().status).toBe('cancelled');
    expect(await owed()).toEqual(expect.arrayContaining([expect.objectContaining({ orderId: id })]));
    await sendMailsAbout(services, id);
    expect((await mailTo(services, person.user.email)).map(({ subject }) => subject)).not.toContain(
      'Your order was cancelled',
    );
    expect(await mailTo(services, contact.email ?? '')).toHaveLength(mailsBefore);
  });

  test('200: begun, sent with a tracking number, arrived; its owner sees it and gets a mail', async () => {
    const { id, person } = await paid();
    expect((await act(id, 'begin')).json<StaffGiftOrder>()).toMatchObject({
      status: 'preparing',
      preparingAt: clock.now().toISOString(),
      acts: ['ship', 'cancel'],
    });
    expect((await act(id, 'ship', { trackingNumber: ' 1Z 999 AA1 ' })).json<StaffGiftOrder>()).toMatchObject({
      status: 'shipped',
      trackingNumber: '1Z 999 AA1',
    });
    expect(await own(person)).toMatchObject([{ status: 'shipped', trackingNumber: '1Z 999 AA1' }]);
    await sendMailsAbout(services, id);
    const mail = (await mailTo(services, person.user.email)).find(({ subject }) =>
      subject?.startsWith('On its way'),
    );
    expect(mail?.text).toContain('Fresh Flowers, for Maya Alvarez. The tracking number is 1Z 999 AA1.');
    expect((await act(id, 'arrive')).json<StaffGiftOrder>()).toMatchObject({ status: 'delivered', acts: [] });
    expect(await byStaff(id)).toMatchObject([
      { action: 'gift-order.begun-by-staff', actor: agnes.user.id, userId: person.user.id, reason },
      {
        action: 'gift-order.shipped-by-staff',
        before: { status: 'preparing', trackingNumber: null },
        after: { status: 'shipped', trackingNumber: '1Z 999 AA1' },
      },
      { action: 'gift-order.arrived-by-staff' },
    ]);
  });

  test('200: a tracking number that is corrected while it is on its way is mailed to whoever got the wrong one, once', async () => {
    const { id, person } = await paid();
    await act(id, 'begin');
    await act(id, 'ship', { trackingNumber: 'T-WRONG' });
    await sendMailsAbout(services, id);
    const details = { trackingNumber: 'T-RIGHT', vendorOrderId: '', adminNotes: '' };
    expect((await act(id, 'details', details)).statusCode).toBe(200);
    await act(id, 'details', { ...details, adminNotes: 'Asked the carrier' });
    await act(id, 'arrive');
    await act(id, 'details', { ...details, trackingNumber: 'T-LATER' });
    await sendMailsAbout(services, id);
    const mails = (await mailTo(services, person.user.email)).filter(({ text }) => text.includes('T-'));
    expect(mails.map(({ subject }) => subject)).toEqual([
      'The right tracking number, for Maya Alvarez',
      'On its way to Maya Alvarez',
    ]);
    expect(mails[0]?.text.replace(/\s+/g, ' ')).toContain('and not T-WRONG, as we wrote before.');
  });

  test('200: security 32: numbers and notes; the notes are seen by staff alone and are not in the audit log', async () => {
    const { id, person } = await paid();
    const details = { trackingNumber: '', vendorOrderId: 'V-77', adminNotes: 'The florist is slow' };
    expect((await act(id, 'details', details)).json<StaffGiftOrder>()).toMatchObject({
      trackingNumber: null,
      vendorOrderId: 'V-77',
      adminNotes: 'The florist is slow',
    });
    expect(JSON.stringify(await own(person))).not.toMatch(/V-77|florist/);
    const entries = await byStaff(id);
    expect(entries).toMatchObject([
      { before: { notesCharacters: 0, vendorOrderId: null }, after: { notesCharacters: 19 } },
    ]);
    expect(JSON.stringify(entries.map(({ before, after }) => [before, after]))).not.toContain('florist');
    await act(id, 'begin');
    await act(id, 'ship', { trackingNumber: 'T-1' });
    const answer = await act(id, 'details', { ...details, trackingNumber: ' ' });
    expect([answer.statusCode, answer.json().fields]).toMatchObject([400, { trackingNumber: /./ }]);
  });

  test('200: one that was paid is cancelled: the payment is on the list of what is owed, and its owner is told', async () => {
    const { id, person } = await paid();
    expect((await act(id, 'cancel')).json<StaffGiftOrder>()).toMatchObject({ status: 'cancelled', acts: [] });
    expect((await owed()).find(({ orderId }) => orderId === id)).toMatchObject({
      cause: 'order-cancelled',
      amount: 89,
      owner: { id: person.user.id },
      givenBackAt: null,
    });
    await sendMailsAbout(services, id);
    const mail = (await mailTo(services, person.user.email)).find(
      ({ subject }) => subject === 'Your order was cancelled',
    );
    expect(mail?.text).toContain('no money has moved');
    const unpaid = await placed();
    expect((await act(unpaid.id, 'cancel')).statusCode).toBe(200);
    expect((await owed()).filter(({ orderId }) => orderId === unpaid.id)).toEqual([]);
    expect((await press(testApp, unpaid.payment, 'pay')).statusCode).toBe(409);
  });

  test('403: security 34: cancelling takes a fresh sign-in', async () => {
    const { id } = await paid();
    const seen = seenOf(await load(id));
    clock.advance((freshSignInMinutes * 60) / 2);
    await load(id);
    clock.advance((freshSignInMinutes * 60) / 2);
    expect((await ask(id, 'cancel', { reason, seen })).json().code).toBe('fresh_sign_in_needed');
    expect((await load(id)).status).toBe('paid');
  });

  test.each([
    ['ship', { trackingNumber: 'T-1' }],
    ['arrive', {}],
  ])('409: %s, where nobody has begun', async (name, more) => {
    const { id } = await paid();
    expect((await act(id, name, more)).statusCode).toBe(409);
    expect((await load(id)).status).toBe('paid');
    expect(await byStaff(id)).toEqual([]);
  });

  test('409: what changed since, and nothing is overwritten unseen', async () => {
    const { id } = await paid();
    const seen = seenOf(await load(id));
    await act(id, 'begin');
    await act(id, 'details', { trackingNumber: null, vendorOrderId: 'V-1', adminNotes: null });
    const answer = await ask(id, 'details', {
      reason,
      seen,
      trackingNumber: null,
      vendorOrderId: 'V-2',
      adminNotes: null,
    });
    expect([answer.statusCode, answer.json().fields]).toEqual([
      409,
      {
        status: 'The status: it was “paid”, and is “preparing” now',
        vendorOrderId: 'The number at the vendor: it was “”, and is “V-1” now',
      },
    ]);
    expect((await load(id)).vendorOrderId).toBe('V-1');
  });

  test('two at once: one begins it, the other reads that it was begun', async () => {
    const { id } = await paid();
    const seen = seenOf(await load(id));
    const answers = await Promise.all([1, 2].map(() => ask(id, 'begin', { reason, seen })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await byStaff(id)).toHaveLength(1);
  });

  test('400: without a reason, or with one of 10,000 characters, or without a tracking number; 404: an unknown order', async () => {
    const { id } = await paid();
    const seen = seenOf(await load(id));
    const more = { trackingNumber: 'T-1', vendorOrderId: null, adminNotes: null };
    for (const name of ['begin', 'ship', 'arrive', 'cancel', 'details']) {
      for (const why of [undefined, '', '   ', 'x'.repeat(10_000)]) {
        const answer = await ask(id, name, { ...more, seen, reason: why });
        expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['reason']]);
      }
      expect((await ask(agnes.user.id, name, { ...more, seen, reason })).statusCode).toBe(404);
    }
    await act(id, 'begin');
    for (const trackingNumber of [undefined, '', '  ', 'x'.repeat(101)]) {
      const answer = await act(id, 'ship', { trackingNumber });
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['trackingNumber']]);
    }
    const [row] = await db.select().from(giftOrders).where(eq(giftOrders.id, id));
    expect(row).toMatchObject({ status: 'preparing', trackingNumber: null });
    expect(await byStaff(id)).toHaveLength(1);
  });
});
