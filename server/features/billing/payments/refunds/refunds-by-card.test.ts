// Refunds of card payments, through Stripe's own package over HTTP to a fake Stripe on this machine.
import { and, eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { freshSignInMinutes } from '../../../../../shared/accounts/staff.ts';
import type { Checkout } from '../../../../../shared/billing/checkout.ts';
import type { StaffDisputeList } from '../../../../../shared/billing/disputes.ts';
import type { StaffRefund, StaffRefundList } from '../../../../../shared/billing/refunds.ts';
import type { PaymentList } from '../../../../../shared/billing/subscriptions.ts';
import type { PlacedGiftOrder } from '../../../../../shared/store/gift-orders.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createPerson, createStaff, type Person } from '../../../../../test/factories.ts';
import { startStripeServer } from '../../../../../test/fakes/stripe-server.ts';
import { payRefund as payRefundJob } from '../../../../job-list.ts';
import { monthsAfter } from '../../../../platform/local-time.ts';
import { paymentEffects } from '../../../../wiring.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { syncAllSubscriptions } from '../../subscriptions/subscriptions.ts';
import { syncQuietDisputes } from '../../webhooks/sync-charge.ts';
import { applyNotice } from '../../webhooks/webhooks.ts';
import { checkoutSessions } from '../checkout-sessions/checkout-sessions.table.ts';
import { countDisputes } from '../disputes/disputes.ts';
import { sweepRefunds } from '../payments.jobs.ts';
import { payRefund } from './pay-refund.ts';
import { refunds } from './refunds.table.ts';

const start = new Date('2030-01-31T12:00:00Z');
const stripe = await startStripeServer(start);
const { books } = stripe;
const testApp = await startTestApp({ clock: createTestClock(start), env: stripe.env });
const { services, clock } = testApp;
const { db } = services;
let person: Person;
let agnes: Person;
let paymentId: string;

afterAll(() => stripe.close());

beforeEach(async () => {
  clock.set(start);
  books.now = start;
  stripe.isAway = false;
  person = await createPerson(testApp);
  agnes = await createStaff(testApp);
});

const pageOf = (url: string) => url.split('/').at(-1) ?? '';
let events = 0;

/** Stripe reports it, and the job looks into it. */
async function hear(type: string, object: object): Promise<void> {
  const id = `evt_${++events}`;
  const payload = JSON.stringify({ id, object: 'event', type, livemode: false, data: { object } });
  const answer = await testApp.app.inject({
    method: 'POST',
    url: '/api/stripe/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': stripe.sign(payload) },
    payload,
  });
  expect(answer.statusCode).toBe(204);
  await applyNotice(services, paymentEffects, `stripe:${id}`);
}

async function pay(): Promise<void> {
  books.pay(paymentId);
  await hear('checkout.session.completed', { object: 'checkout.session', id: paymentId });
}

/** A paid gift order; returns its id. */
async function orderGift(): Promise<string> {
  const order = { gifts: ['flowers'], recipientName: 'Maya', deliveryAddress: '1 Quay Street' };
  const payload = { ...order, deliveryDate: '2099-05-04' };
  const answer = await person.request({ method: 'POST', url: '/api/gift-orders', payload });
  const { id, checkoutUrl } = answer.json<PlacedGiftOrder>();
  paymentId = pageOf(checkoutUrl ?? '');
  await pay();
  return id;
}

async function subscribe(): Promise<void> {
  const payload = { subscriptionPlan: 'basic', billingPeriod: 'monthly' };
  const answer = await person.request({ method: 'POST', url: '/api/create-checkout-session', payload });
  paymentId = pageOf(answer.json<Checkout>().url);
  await pay();
}

/** A gift order that staff cancelled; returns the refund that a job is to make. */
async function cancelledOrder() {
  return cancelOrder(await orderGift());
}

async function cancelOrder(id: string) {
  const seen = { status: 'paid', trackingNumber: null, vendorOrderId: null, adminNotes: null };
  const payload = { reason: 'The florist is away', seen };
  const url = `/api/admin/gift-orders/${id}/cancel`;
  expect((await agnes.request({ method: 'POST', url, payload })).statusCode).toBe(200);
  return refundOf();
}

async function refundOf() {
  const ofPerson = and(
    eq(checkoutSessions.userId, person.user.id),
    eq(checkoutSessions.paymentId, paymentId),
  );
  const [row] = await db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(checkoutSessions, eq(checkoutSessions.id, refunds.checkoutSessionId))
    .where(ofPerson);
  return row?.id ?? '';
}

const load = async (id: string) =>
  (await agnes.request({ url: `/api/admin/refunds/${id}` })).json<StaffRefund>();
const act = (id: string, name: string, payload: object) =>
  agnes.request({ method: 'POST', url: `/api/admin/refunds/${id}/${name}`, payload });
const intent = () => `pi_of_${paymentId}`;
const madeOf = (of: string) => books.refunds.filter((each) => each.intent === of);

async function mails(): Promise<number> {
  const own = and(eq(outboxMails.userId, person.user.id), eq(outboxMails.kind, 'payment-refunded'));
  return db.$count(outboxMails, own);
}

describe('a refund that follows from a rule', () => {
  test('is made at once, once, however many ask for it; the payer is told', async () => {
    const id = await cancelledOrder();
    expect(await load(id)).toMatchObject({ state: 'refunding', canRefund: false, cause: 'order-cancelled' });
    await Promise.all(Array.from({ length: 10 }, () => payRefund(services, id)));
    const [made] = madeOf(intent());
    expect(madeOf(intent())).toMatchObject([{ cents: 8900 }]);
    expect(await load(id)).toMatchObject({ state: 'given-back', reference: made?.id, givenBackBy: null });
    expect(await mails()).toBe(1);
    const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(entries).toMatchObject([
      { action: 'refund.paid', actor: 'system', after: { reference: made?.id } },
    ]);
  });

  test('is not made twice when its answer was lost, days after Stripe forgot the key', async () => {
    const id = await cancelledOrder();
    stripe.answers = (asked) => asked !== 'POST /v1/refunds';
    await expect(payRefund(services, id)).rejects.toThrow('does not answer');
    stripe.answers = () => true;
    books.forgetKeys();
    expect((await load(id)).state).toBe('refunding');
    await payRefund(services, id);
    expect(madeOf(intent())).toHaveLength(1);
    expect((await load(id)).state).toBe('given-back');
  });

  test('waits while Stripe is away, and is found again where its job was lost', async () => {
    const id = await cancelledOrder();
    stripe.isAway = true;
    await expect(payRefund(services, id)).rejects.toThrow();
    expect((await load(id)).state).toBe('refunding');
    await db.execute(sql`delete from pgboss.job where name = 'pay-refund'`);
    await sweepRefunds(services);
    expect(await services.jobs.backlog(payRefundJob)).toBeGreaterThan(0);
    stripe.isAway = false;
    await payRefund(services, id);
    expect((await load(id)).state).toBe('given-back');
  });
});

describe('POST /api/admin/refunds/:id/refund', () => {
  /** A refund whose cause waits for staff. */
  async function owed(): Promise<string> {
    const id = await cancelledOrder();
    await db.update(refunds).set({ startedAt: null, cause: 'paid-twice' }).where(eq(refunds.id, id));
    return id;
  }
  const reason = 'They paid in two windows';

  test('200: nothing moves until staff press; then once, with their name', async () => {
    const id = await owed();
    await payRefund(services, id);
    expect(madeOf(intent())).toEqual([]);
    const answer = await act(id, 'refund', { reason, seen: { state: 'owed' } });
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { state: 'refunding' }]);
    const again = await act(id, 'refund', { reason, seen: { state: 'owed' } });
    expect([again.statusCode, again.json().fields]).toEqual([
      409,
      { state: 'It was to be refunded, and is now being refunded' },
    ]);
    for (const name of ['refund', 'given-back']) {
      const meanwhile = { reason, reference: 're_x', seen: { state: 'refunding' } };
      expect((await act(id, name, meanwhile)).statusCode).toBe(409);
    }
    await payRefund(services, id);
    expect(madeOf(intent())).toHaveLength(1);
    expect(await load(id)).toMatchObject({ state: 'given-back', givenBackBy: expect.any(String) });
    const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(entries).toMatchObject([
      { action: 'refund.asked', actor: agnes.user.id, userId: person.user.id, reason },
      { action: 'refund.paid', actor: agnes.user.id },
    ]);
  });

  test('200: what Stripe refuses says why, is asked anew with another key, or is recorded by hand', async () => {
    const id = await owed();
    const dispute = books.dispute(intent());
    await act(id, 'refund', { reason, seen: { state: 'owed' } });
    await payRefund(services, id);
    expect(await load(id)).toMatchObject({ state: 'refused', refusal: 'charge_disputed', canRefund: true });
    expect(await mails()).toBe(0);
    books.disputes.splice(books.disputes.indexOf(dispute), 1);
    await act(id, 'refund', { reason, seen: { state: 'refused' } });
    await payRefund(services, id);
    expect(await load(id)).toMatchObject({ state: 'given-back', refusal: null });

    const other = await owed();
    books.dispute(intent());
    await act(other, 'refund', { reason, seen: { state: 'owed' } });
    await payRefund(services, other);
    const byHand = { reason, reference: 'by bank transfer', seen: { state: 'refused' } };
    expect((await act(other, 'given-back', byHand)).json()).toMatchObject({ state: 'given-back' });
    expect(madeOf(intent())).toEqual([]);
  });

  test('409: what another provider took', async () => {
    const id = await owed();
    await db.update(refunds).set({ provider: 'sandbox' }).where(eq(refunds.id, id));
    expect(await load(id)).toMatchObject({ canRefund: false });
    expect((await act(id, 'refund', { reason, seen: { state: 'owed' } })).statusCode).toBe(409);
  });

  test('403: security 34: with a sign-in that is too old; 400: without a reason; 404: an unknown one', async () => {
    const id = await owed();
    for (const bad of [undefined, '', ' ', 'x'.repeat(10_000)])
      expect((await act(id, 'refund', { reason: bad, seen: { state: 'owed' } })).statusCode).toBe(400);
    expect((await act(agnes.user.id, 'refund', { reason, seen: { state: 'owed' } })).statusCode).toBe(404);
    clock.advance((freshSignInMinutes * 60) / 2);
    await load(id);
    clock.advance((freshSignInMinutes * 60) / 2);
    const stale = await act(id, 'refund', { reason, seen: { state: 'owed' } });
    expect(stale.json().code).toBe('fresh_sign_in_needed');
    await payRefund(services, id);
    expect(madeOf(intent())).toEqual([]);
  });
});

describe('what is given back on Stripe’s own pages', () => {
  const refunded = (of = intent()) => hear('charge.refunded', { object: 'charge', payment_intent: of });

  test('of a payment that nobody owes: its owner is told once, however often it is heard', async () => {
    await orderGift();
    books.refund(intent(), 2000);
    await Promise.all([refunded(), refunded(), refunded()]);
    const id = await refundOf();
    expect(await load(id)).toMatchObject({ state: 'given-back', cause: 'at-provider', amount: 20 });
    expect(await mails()).toBe(1);
    books.refund(intent(), 6900);
    await refunded();
    expect(await load(id)).toMatchObject({ amount: 89 });
    expect(await mails()).toBe(2);
  });

  test('of what is owed: nothing is left to do, and pressing Refund gives back no second time', async () => {
    const id = await cancelledOrder();
    const { id: reference } = books.refund(intent(), 8900);
    await payRefund(services, id);
    await refunded();
    expect(await load(id)).toMatchObject({ state: 'given-back', reference });
    expect([madeOf(intent()).length, await mails()]).toEqual([1, 1]);
  });

  test('in part of what is owed: the rest is given back', async () => {
    const id = await cancelledOrder();
    books.refund(intent(), 2000);
    await refunded();
    expect((await load(id)).state).toBe('refunding');
    await payRefund(services, id);
    expect(madeOf(intent()).map(({ cents }) => cents)).toEqual([6900, 2000]);
  });

  test('in part, before anything was owed: of an order that is cancelled then, the rest is given back', async () => {
    const order = await orderGift();
    books.refund(intent(), 2000);
    await refunded();
    const id = await cancelOrder(order);
    expect(await load(id)).toMatchObject({ state: 'refunding', cause: 'order-cancelled', amount: 89 });
    await payRefund(services, id);
    expect(madeOf(intent()).map(({ cents }) => cents)).toEqual([6900, 2000]);
  });

  test('of the first payment for a plan, and of a renewal', async () => {
    await subscribe();
    const first = books.invoices.at(-1)?.id;
    clock.set(monthsAfter(start, 1));
    books.advance(monthsAfter(start, 1));
    await syncAllSubscriptions(services, paymentEffects);
    const second = books.invoices.at(-1)?.id;
    agnes = await createStaff(testApp);
    for (const invoice of [first, second]) {
      books.refund(`pi_of_${invoice}`, 2000);
      await refunded(`pi_of_${invoice}`);
    }
    const { refunds: listed } = (
      await agnes.request({ url: '/api/admin/refunds', query: { state: 'given-back' } })
    ).json<StaffRefundList>();
    expect(listed.filter(({ owner }) => owner?.id === person.user.id)).toMatchObject([
      { amount: 20, paymentId, cause: 'at-provider' },
      { amount: 20, paymentId: second, cause: 'at-provider' },
    ]);
  });

  test('a refund that the payer’s bank sends back stands among those to give back again', async () => {
    const id = await cancelledOrder();
    await payRefund(services, id);
    const [made] = madeOf(intent());
    if (made) made.status = 'failed';
    await hear('refund.failed', { object: 'refund', payment_intent: intent() });
    expect(await load(id)).toMatchObject({
      state: 'refused',
      refusal: expect.stringContaining('lost_or_stolen'),
    });
    await act(id, 'refund', { reason: 'Once more', seen: { state: 'refused' } });
    await payRefund(services, id);
    expect(madeOf(intent()).map(({ status }) => status)).toEqual(['succeeded', 'failed']);
    expect(await mails()).toBe(2);
  });

  test('of two that made up the whole, the bank sends the earlier one back: it is given back again, and no more', async () => {
    const id = await cancelledOrder();
    const earlier = books.refund(intent(), 2000);
    await payRefund(services, id);
    await refunded();
    earlier.status = 'failed';
    for (let time = 0; time < 2; time++)
      await hear('refund.failed', { object: 'refund', payment_intent: intent() });
    expect((await load(id)).state).toBe('refused');
    await act(id, 'refund', { reason: 'Once more', seen: { state: 'refused' } });
    for (let time = 0; time < 2; time++) await payRefund(services, id);
    await refunded();
    expect((await load(id)).state).toBe('given-back');
    const sums = madeOf(intent()).map(({ cents, status }) => [cents, status]);
    expect(sums).toEqual([
      [2000, 'succeeded'],
      [6900, 'succeeded'],
      [2000, 'failed'],
    ]);
  });
});

test('GET /api/payments names Stripe’s own receipt or invoice of each payment, and what was given back', async () => {
  const listed = async () => (await person.request({ url: '/api/payments' })).json<PaymentList>().payments;
  await subscribe();
  expect((await person.request({ url: '/api/payments' })).json()).toMatchObject({ canChangeCard: true });
  const invoice = books.invoices.at(-1)?.id;
  clock.advance(60);
  books.now = clock.now();
  await orderGift();
  books.refund(intent(), 2000);
  await hear('charge.refunded', { object: 'charge', payment_intent: intent() });
  expect(await listed()).toMatchObject([
    { purpose: 'gift-order', invoiceUrl: `https://receipt.invalid/${paymentId}`, refund: { amount: 20 } },
    { purpose: 'subscription', invoiceUrl: `https://invoice.invalid/${invoice}`, refund: null },
  ]);
});

describe('a disputed charge', () => {
  const disputed = () => hear('charge.dispute.updated', { object: 'dispute', payment_intent: intent() });
  const list = async (state: string) =>
    (await agnes.request({ url: '/api/admin/disputes', query: { state } })).json<StaffDisputeList>().disputes;
  const mine = async (state: string) =>
    (await list(state)).filter(({ owner }) => owner?.id === person.user.id);

  test('stands in the queue with its reason and its last day, as Stripe has it, until it is decided', async () => {
    await orderGift();
    const dispute = books.dispute(intent());
    await Promise.all([disputed(), disputed()]);
    expect(await mine('open')).toMatchObject([
      {
        status: 'asked',
        amount: 89,
        reason: 'product_not_received',
        purpose: 'gift-order',
        dueBy: new Date(dispute.dueBy * 1000).toISOString(),
        url: `https://dashboard.stripe.com/test/payments/${intent()}`,
      },
    ]);
    const before = await countDisputes(services, { timezone: 'UTC' });
    clock.advance(5 * 24 * 3600);
    expect(await countDisputes(services, { timezone: 'UTC' })).toMatchObject({ late: before.count });
    clock.set(start);
    dispute.status = 'lost';
    await Promise.all([disputed(), disputed()]);
    expect(await mine('open')).toEqual([]);
    expect(await mine('closed')).toMatchObject([{ status: 'lost' }]);
    const told = and(eq(auditLog.userId, person.user.id), like(auditLog.action, 'dispute.%'));
    expect(await db.select().from(auditLog).where(told).orderBy(auditLog.id)).toMatchObject([
      { action: 'dispute.opened', after: { status: 'asked' } },
      { action: 'dispute.changed', before: { status: 'asked' }, after: { status: 'lost' } },
    ]);
  });

  test('whose event was lost is asked about after a day', async () => {
    await orderGift();
    const dispute = books.dispute(intent());
    await disputed();
    dispute.status = 'won';
    clock.advance(25 * 3600);
    await syncQuietDisputes(services, paymentEffects);
    clock.set(start);
    expect(await mine('closed')).toMatchObject([{ status: 'won' }]);
  });
});
