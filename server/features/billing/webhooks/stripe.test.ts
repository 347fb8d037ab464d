// Card payments end to end, through Stripe's own package over HTTP to a fake Stripe on this machine.
import { eq, isNull } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Checkout } from '../../../../shared/billing/checkout.ts';
import type { ChangePreview } from '../../../../shared/billing/subscriptions.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { createPerson, type Person } from '../../../../test/factories.ts';
import { startStripeServer } from '../../../../test/fakes/stripe-server.ts';
import { monthsAfter } from '../../../platform/local-time.ts';
import { paymentEffects } from '../../../wiring.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { outboxMails } from '../../outbox/messages/mails/mails.table.ts';
import { checkoutSessions } from '../payments/checkout-sessions/checkout-sessions.table.ts';
import { settleMissedCheckouts } from '../payments/payment-events/settle-missed.ts';
import { priceFor } from '../subscriptions/prices.ts';
import { subscriptions } from '../subscriptions/subscriptions.table.ts';
import { syncAllSubscriptions, syncSubscription } from '../subscriptions/subscriptions.ts';
import { syncDueSubscriptions } from '../subscriptions/sync-all.ts';
import { paymentNotices } from './webhooks.table.ts';
import { applyNotice } from './webhooks.ts';

const start = new Date('2030-01-31T12:00:00Z');
const stripe = await startStripeServer(start);
const { books } = stripe;
const testApp = await startTestApp({ clock: createTestClock(start), env: stripe.env });
const { services, clock } = testApp;
const { db } = services;
let person: Person;
let paymentId: string;

afterAll(() => stripe.close());

function moveTo(instant: Date): void {
  clock.set(instant);
  books.advance(instant);
}

beforeEach(async () => {
  clock.set(start);
  books.now = start;
  books.declinesCards = false;
  books.keepsOverdue = false;
  stripe.isAway = false;
  stripe.revokesKey = false;
  stripe.refuses = undefined;
  person = await createPerson(testApp);
});

async function openPage(form: object): Promise<void> {
  const answer = await person.request({
    method: 'POST',
    url: '/api/create-checkout-session',
    payload: form,
  });
  expect(answer.statusCode).toBe(201);
  paymentId = answer.json<Checkout>().url.split('/').at(-1) ?? '';
}

async function subscribe(subscriptionPlan: string, billingPeriod = 'monthly'): Promise<void> {
  await openPage({ subscriptionPlan, billingPeriod });
  books.pay(paymentId);
}

const subscriptionId = () => books.sessions.get(paymentId)?.subscription ?? '';

async function owner() {
  const [row] = await db.select().from(users).where(eq(users.id, person.user.id));
  return row;
}

let events = 0;
function eventOf(object: object, { livemode = false, id = `evt_${++events}` } = {}): string {
  return JSON.stringify({ id, object: 'event', type: 'something.happened', livemode, data: { object } });
}
const sessionEvent = (options = {}) => eventOf({ object: 'checkout.session', id: paymentId }, options);
const subscriptionEvent = () => eventOf({ object: 'subscription', id: subscriptionId() });

function post(payload: string, signature = stripe.sign(payload)) {
  return testApp.app.inject({
    method: 'POST',
    url: '/api/stripe/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  });
}

/** Sends the event and runs the job that looks into it. */
async function hear(payload: string): Promise<void> {
  expect((await post(payload)).statusCode).toBe(204);
  await applyNotice(services, paymentEffects, `stripe:${JSON.parse(payload).id}`);
}

async function receipts(): Promise<number> {
  const mails = await db.select().from(outboxMails).where(eq(outboxMails.userId, person.user.id));
  return mails.filter(({ kind }) => kind === 'payment-received').length;
}

/** Our record of the owner matches Stripe's own object. */
async function expectAsAtStripe(): Promise<void> {
  const object = books.subscriptions.get(subscriptionId());
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.providerId, subscriptionId()));
  expect(row?.plan).toBe(books.price(object?.price ?? '').metadata.key?.split(':')[0]);
  expect((await owner())?.paidThrough).toEqual(new Date((object?.periodEnd ?? 0) * 1000));
}

describe('POST /api/stripe/webhook', () => {
  test('security 55: a bad signature, none, an old one, a replay, a test event beside a live key: no effect', async () => {
    await subscribe('basic');
    const payload = sessionEvent();
    const old = stripe.sign(payload, { at: new Date(start.getTime() - 301_000) });
    const forged = stripe.sign(payload, { secret: 'whsec_guessed' });
    for (const signature of [old, forged, '', 't=1,v1=00', `${stripe.sign(sessionEvent())}`])
      expect((await post(payload, signature)).statusCode).toBe(400);
    const live = sessionEvent({ livemode: true });
    expect((await post(live)).statusCode).toBe(400);
    expect((await post(`${payload} `, stripe.sign(payload))).statusCode).toBe(400);
    expect(await db.$count(paymentNotices)).toBe(0);
    expect((await owner())?.subscriptionPlan).toBe('free');
    const fresh = stripe.sign(payload, { at: new Date(start.getTime() - 299_000) });
    for (let time = 0; time < 2; time++) expect((await post(payload, fresh)).statusCode).toBe(204);
    expect(await db.$count(paymentNotices)).toBe(1);
  });

  test('security 55: 400: signed, and dated more than five minutes ahead by the signature or by the event', async () => {
    await subscribe('basic');
    const payload = sessionEvent();
    const before = await db.$count(paymentNotices);
    const ahead = (seconds: number) => new Date(start.getTime() + seconds * 1000);
    expect((await post(payload, stripe.sign(payload, { at: ahead(301) }))).statusCode).toBe(400);
    const dated = (created: number) => JSON.stringify({ ...JSON.parse(sessionEvent()), created });
    expect((await post(dated(start.getTime() / 1000 + 301))).statusCode).toBe(400);
    expect(await db.$count(paymentNotices)).toBe(before);
    expect((await post(payload, stripe.sign(payload, { at: ahead(299) }))).statusCode).toBe(204);
    expect((await post(dated(start.getTime() / 1000 + 299))).statusCode).toBe(204);
  });

  test('security 65: 400: signed, but no event as we know them; one that does not say what it is about changes nothing', async () => {
    const event = JSON.parse(sessionEvent());
    const unlike = [
      ...[{ data: undefined }, { data: null }, { data: {} }, { data: { object: null } }, { data: 'x' }],
      ...[{ data: { object: {} } }, { id: undefined }, { id: 7 }, { id: '' }, { type: null }],
      ...[{ type: 'a\u0000b' }, { id: 'evt_\u0000' }, { livemode: 'no' }, { created: 'today' }],
    ].map((part) => ({ ...event, ...part }));
    for (const sent of [...unlike, null, 7, 'x', [], {}])
      expect((await post(JSON.stringify(sent))).statusCode, JSON.stringify(sent)).toBe(400);
    for (const sent of ['', '{', '\u0000']) expect((await post(sent)).statusCode).toBe(400);
    const subjects = [
      { object: 'checkout.session' },
      { object: 'checkout.session', id: 7 },
      { object: 'subscription', id: 'sub_\u0000' },
      { object: 'subscription_schedule', subscription: {} },
      { object: 'invoice', parent: 'x' },
      { object: 'invoice', parent: { subscription_details: null } },
      { object: 'refund', payment_intent: [] },
    ];
    const before = await db.$count(paymentNotices, isNull(paymentNotices.appliedAt));
    for (const object of subjects) expect((await post(eventOf(object))).statusCode).toBe(204);
    expect(await db.$count(paymentNotices, isNull(paymentNotices.appliedAt))).toBe(before);
  });

  test('204: it is stored and answered although Stripe is away; what failed is tried again', async () => {
    await subscribe('basic');
    const payload = sessionEvent();
    stripe.isAway = true;
    expect((await post(payload)).statusCode).toBe(204);
    const id = `stripe:${JSON.parse(payload).id}`;
    await expect(applyNotice(services, paymentEffects, id)).rejects.toThrow();
    const [failed] = await db.select().from(paymentNotices).where(eq(paymentNotices.id, id));
    expect(failed).toMatchObject({ failures: 1, appliedAt: null });
    stripe.isAway = false;
    await applyNotice(services, paymentEffects, id);
    await expectAsAtStripe();
  });
});

describe('F34: events of a subscription', () => {
  test('ten times each, backwards and at once, three days late: as Stripe has it, one effect', async () => {
    await subscribe('premium', 'annual');
    const told = [sessionEvent(), subscriptionEvent(), subscriptionEvent()];
    moveTo(new Date(start.getTime() + 3 * 24 * 3_600_000));
    const shuffled = told.toReversed().flatMap((event) => Array.from({ length: 10 }, () => event));
    await Promise.all(shuffled.map((event) => hear(event)));
    await expectAsAtStripe();
    expect(await owner()).toMatchObject({
      subscriptionPlan: 'premium',
      subscriptionStatus: 'active',
      paidThrough: monthsAfter(start, 12),
    });
    expect(await receipts()).toBe(1);
  });

  test('an old event after newer ones says nothing new: cancelled stays cancelled', async () => {
    await subscribe('basic');
    const early = subscriptionEvent();
    await hear(sessionEvent());
    await services.payments.cancel(subscriptionId(), { at: 'period-end' });
    await hear(subscriptionEvent());
    await hear(early);
    moveTo(monthsAfter(start, 1));
    await hear(subscriptionEvent());
    expect(await owner()).toMatchObject({ subscriptionPlan: 'free', paidThrough: null });
  });
});

describe('F35: events that were lost', () => {
  test('the payer comes back: the page of success finds it', async () => {
    await subscribe('basic');
    const [session] = await db
      .select()
      .from(checkoutSessions)
      .where(eq(checkoutSessions.paymentId, paymentId));
    await person.request({ url: `/api/checkout-session/${session?.id}` });
    await expectAsAtStripe();
  });

  test('nobody comes back: the sweep finds the payment, and each renewal after it', async () => {
    await subscribe('basic');
    moveTo(new Date(start.getTime() + 11 * 60_000));
    await settleMissedCheckouts(services, paymentEffects);
    await expectAsAtStripe();
    for (const month of [1, 2, 3]) {
      moveTo(monthsAfter(start, month));
      await syncDueSubscriptions(services, paymentEffects);
      await expectAsAtStripe();
    }
    expect(await receipts()).toBe(4);
  });

  test('a renewal that fails, and is collected later', async () => {
    await subscribe('basic');
    await hear(sessionEvent());
    books.declinesCards = true;
    moveTo(monthsAfter(start, 1));
    await syncAllSubscriptions(services, paymentEffects);
    expect(await owner()).toMatchObject({
      subscriptionStatus: 'past_due',
      subscriptionPlan: 'basic',
      paidThrough: monthsAfter(start, 1),
    });
    books.collect(subscriptionId());
    await syncAllSubscriptions(services, paymentEffects);
    expect(await owner()).toMatchObject({ subscriptionStatus: 'active' });
    await expectAsAtStripe();
  });
});

test('F36: a subscription that stays overdue is paid as far as it was paid, however many periods begin', async () => {
  await subscribe('basic');
  await hear(sessionEvent());
  books.declinesCards = true;
  books.keepsOverdue = true;
  moveTo(monthsAfter(start, 1));
  moveTo(new Date(monthsAfter(start, 3).getTime() + 60_000));
  await syncAllSubscriptions(services, paymentEffects);
  expect(await owner()).toMatchObject({
    subscriptionStatus: 'past_due',
    paidThrough: monthsAfter(start, 1),
  });
});

test('F36: a subscription that Stripe no longer knows has ended: its plan stays and lapses, or, if it was cancelled, becomes free', async () => {
  const ended = [];
  for (const isCancelled of [false, true]) {
    moveTo(start);
    person = await createPerson(testApp);
    await subscribe('basic');
    await hear(sessionEvent());
    if (isCancelled) await services.payments.cancel(subscriptionId(), { at: 'period-end' });
    await hear(subscriptionEvent());
    books.subscriptions.delete(subscriptionId());
    ended.push({ isCancelled, id: person.user.id, providerId: subscriptionId() });
  }
  moveTo(new Date(start.getTime() + 25 * 3_600_000));
  await syncDueSubscriptions(services, paymentEffects);
  for (const { providerId, id } of ended) {
    const [row] = await db.select().from(subscriptions).where(eq(subscriptions.providerId, providerId));
    expect(row).toMatchObject({ status: 'ended', plan: 'basic', endedAt: expect.any(Date) });
    const [{ subscriptionPlan, paidThrough } = {}] = await db.select().from(users).where(eq(users.id, id));
    expect([subscriptionPlan, paidThrough]).toEqual(['basic', monthsAfter(start, 1)]);
  }
  moveTo(monthsAfter(start, 1));
  await syncDueSubscriptions(services, paymentEffects);
  const plans = [];
  for (const { id } of ended) plans.push((await db.select().from(users).where(eq(users.id, id)))[0]);
  expect(plans.map((row) => row?.subscriptionPlan)).toEqual(['basic', 'free']);
});

test('F36: with the keys of another account at Stripe nothing ends; once the operator says so, it does', async () => {
  await subscribe('basic');
  await hear(sessionEvent());
  await hear(subscriptionEvent());
  const providerId = subscriptionId();
  const ofAccount = { sessions: new Map(books.sessions), subscriptions: new Map(books.subscriptions) };
  books.sessions.clear();
  books.subscriptions.clear();
  const statusOf = async () => {
    const [row] = await db.select().from(subscriptions).where(eq(subscriptions.providerId, providerId));
    return row?.status;
  };
  await syncSubscription(services, paymentEffects, providerId);
  expect(await statusOf()).toBe('active');
  await syncSubscription(services, paymentEffects, providerId, { forgetsUnknown: true });
  expect(await statusOf()).toBe('ended');
  for (const [id, session] of ofAccount.sessions) books.sessions.set(id, session);
  for (const [id, subscription] of ofAccount.subscriptions) books.subscriptions.set(id, subscription);
  await syncSubscription(services, paymentEffects, providerId);
  expect(await statusOf()).toBe('active');
});

async function preview(payload: object): Promise<ChangePreview> {
  return (await person.request({ method: 'POST', url: '/api/subscription/preview', payload })).json();
}

describe('a subscription at Stripe', () => {
  test.each([
    ['basic', 'monthly', 36, 2000, 699],
    ['premium', 'annual', 3, 51_000, 1999],
    ['basic', 'three_years', 1, 61_200, 699],
  ])('%s, %s: paid %d times, then the reduced price, in cents', async (plan, period, times, full, less) => {
    await subscribe(plan, period);
    await hear(sessionEvent());
    moveTo(monthsAfter(start, 38));
    await syncAllSubscriptions(services, paymentEffects);
    const charged = books.invoices
      .filter(({ subscription }) => subscription === subscriptionId())
      .map(({ cents }) => cents);
    expect(charged).toEqual([...Array.from({ length: times }, () => full), less, less, less]);
    await expectAsAtStripe();
  });

  test('changed at once: what is unused is credited; from the next period on: nothing changes before', async () => {
    await subscribe('basic', 'monthly');
    await hear(sessionEvent());
    const { payments } = services;
    await payments.change(subscriptionId(), priceFor({ plan: 'premium', billingPeriod: 'monthly' }), 'now');
    await hear(subscriptionEvent());
    expect(await owner()).toMatchObject({ subscriptionPlan: 'premium' });
    expect(books.invoices.at(-1)?.cents).toBe(3000);
    await payments.change(
      subscriptionId(),
      priceFor({ plan: 'basic', billingPeriod: 'annual' }),
      'period-end',
    );
    await hear(subscriptionEvent());
    expect(await owner()).toMatchObject({ subscriptionPlan: 'premium' });
    moveTo(monthsAfter(start, 1));
    await hear(subscriptionEvent());
    expect(await owner()).toMatchObject({ subscriptionPlan: 'basic', paidThrough: monthsAfter(start, 13) });
  });

  test('what a change would cost is asked of Stripe; the change charges that sum, and leaves no schedule behind', async () => {
    await subscribe('basic', 'monthly');
    await hear(sessionEvent());
    const choice = { subscriptionPlan: 'premium', billingPeriod: 'annual' };
    const { cost, seen } = await preview(choice);
    expect(cost).toBe('You pay about $490.00 now: $510.00, less what is left of Golden Thread.');
    const change = { method: 'POST' as const, url: '/api/subscription/change', payload: { ...choice, seen } };
    books.declinesCards = true;
    expect((await person.request(change)).json()).toMatchObject({
      message: 'The card was declined. Nothing has changed.',
    });
    await expectAsAtStripe();
    books.declinesCards = false;
    expect((await person.request(change)).json<{ message: string }>().message).toContain('You paid $490.00.');
    expect(books.invoices.at(-1)?.cents).toBe(49_000);
    await expectAsAtStripe();
  });

  test('a change at once for which the card is declined takes back nothing that was planned', async () => {
    await subscribe('premium', 'monthly');
    await hear(sessionEvent());
    const { payments } = services;
    const later = priceFor({ plan: 'basic', billingPeriod: 'monthly' });
    await payments.change(subscriptionId(), later, 'period-end');
    books.declinesCards = true;
    const annual = priceFor({ plan: 'premium', billingPeriod: 'annual' });
    await expect(payments.change(subscriptionId(), annual, 'now')).rejects.toThrow('The card was declined.');
    books.declinesCards = false;
    expect(await payments.findSubscription(subscriptionId())).toMatchObject({
      nextPriceKey: 'basic:monthly',
    });
    moveTo(monthsAfter(start, 1));
    expect(books.invoices.at(-1)?.cents).toBe(2000);
  });

  test('a change at once of which no answer arrives is paid for and kept: the lesser plan that was planned before does not come back', async () => {
    await subscribe('premium', 'monthly');
    await hear(sessionEvent());
    const { payments } = services;
    await payments.change(
      subscriptionId(),
      priceFor({ plan: 'basic', billingPeriod: 'monthly' }),
      'period-end',
    );
    stripe.answers = (asked) => asked !== `POST /v1/subscriptions/${subscriptionId()}`;
    const annual = priceFor({ plan: 'premium', billingPeriod: 'annual' });
    await payments.change(subscriptionId(), annual, 'now').catch(() => undefined);
    stripe.answers = () => true;
    expect(await payments.findSubscription(subscriptionId())).toMatchObject({
      priceKey: 'premium:annual',
      nextPriceKey: null,
    });
    moveTo(monthsAfter(start, 12));
    expect(books.invoices.at(-1)?.cents).toBe(51_000);
  });

  test('Stripe does not say what a change costs: the change itself can be made all the same', async () => {
    await subscribe('basic', 'monthly');
    await hear(sessionEvent());
    stripe.refuses = /^POST .v1.invoices.create_preview/;
    const choice = { subscriptionPlan: 'premium', billingPeriod: 'monthly' };
    const { cost, seen } = await preview(choice);
    expect(cost).toBe('You pay $50.00 now, less what is left of Golden Thread.');
    const payload = { ...choice, seen };
    await person.request({ method: 'POST', url: '/api/subscription/change', payload });
    expect(await owner()).toMatchObject({ subscriptionPlan: 'premium' });
  });

  test('a lesser plan for three years from the next period on: the reduced price after those', async () => {
    await subscribe('premium', 'monthly');
    await hear(sessionEvent());
    const choice = { subscriptionPlan: 'basic', billingPeriod: 'three_years' };
    await person.request({ method: 'POST', url: '/api/subscription/change', payload: choice });
    for (const months of [1, 3, 37, 38]) {
      moveTo(monthsAfter(start, months));
      await syncAllSubscriptions(services, paymentEffects);
    }
    const charged = books.invoices.filter(({ subscription }) => subscription === subscriptionId());
    expect(charged.map(({ cents }) => cents)).toEqual([5000, 61_200, 699, 699]);
  });

  test('changed at once while our clock is ahead: the reduced price comes no period later', async () => {
    await subscribe('basic', 'three_years');
    await hear(sessionEvent());
    clock.set(new Date(start.getTime() + 5000));
    const choice = { subscriptionPlan: 'premium', billingPeriod: 'three_years' };
    await person.request({ method: 'POST', url: '/api/subscription/change', payload: choice });
    moveTo(monthsAfter(start, 36));
    expect(books.invoices.at(-1)?.cents).toBe(1999);
  });

  test('a schedule that was begun and not finished is finished, before its price would renew', async () => {
    await subscribe('basic', 'three_years');
    stripe.refuses = /^POST .v1.subscription_schedules.sub_sched/;
    await hear(sessionEvent());
    stripe.refuses = undefined;
    moveTo(new Date(start.getTime() + 11 * 60_000));
    await hear(subscriptionEvent());
    moveTo(monthsAfter(start, 36));
    expect(books.invoices.at(-1)?.cents).toBe(699);
  });

  test('replaced while a renewal has failed: what was not paid is not credited', async () => {
    await subscribe('basic');
    books.declinesCards = true;
    moveTo(monthsAfter(start, 1));
    await services.payments.cancel(subscriptionId(), { at: 'now', creditsUnused: true });
    const { status, customer = '' } = books.subscriptions.get(subscriptionId()) ?? {};
    expect(status).toBe('canceled');
    expect(books.balances.get(customer)).toBe(0);
  });

  test('of a payer whose customer Stripe does not know any more: it opens a page all the same', async () => {
    const gone = { stripeCustomerId: 'cus_of_test_mode' };
    await db.update(users).set(gone).where(eq(users.id, person.user.id));
    await subscribe('basic');
    await hear(sessionEvent());
    await expectAsAtStripe();
    expect((await owner())?.stripeCustomerId).not.toBe(gone.stripeCustomerId);
  });

  test('security 56: what a request says of prices is ignored', async () => {
    await openPage({ subscriptionPlan: 'premium', amount: 1, price: 'price_1', unit_amount: 1 });
    expect(books.sessions.get(paymentId)?.cents).toBe(5000);
  });
});

test('a key that Stripe refuses is named by /readyz and /metrics without being shown, and a payment is not possible for now; one that may not read the balance is accepted', async () => {
  stripe.revokesKey = true;
  clock.advance(20);
  const payload = { subscriptionPlan: 'basic' };
  const answer = await person.request({ method: 'POST', url: '/api/create-checkout-session', payload });
  expect(answer.statusCode).toBe(503);
  const ready = await testApp.app.inject('/readyz');
  expect([ready.statusCode, ready.json().parts.payments]).toEqual([
    200,
    { ok: false, optional: true, message: expect.stringContaining('does not accept our requests') },
  ]);
  expect(ready.body + answer.body).not.toContain(stripe.env.STRIPE_SECRET_KEY);
  expect((await testApp.app.inject('/metrics')).body).toContain('long_after_ready{part="payments"} 0\n');
  stripe.revokesKey = false;
  clock.advance(20);
  expect((await testApp.app.inject('/readyz')).json().parts.payments).toMatchObject({ ok: true });
});
