import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { choosePlan, lookUp, type OpenPayment, press } from '../../../../../test/checkout.ts';
import { createPerson, goodPassword, type Person } from '../../../../../test/factories.ts';
import { paySandboxPayment } from '../../../../platform/payments/sandbox.ts';
import { paymentEffects } from '../../../../wiring.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { syncDueSubscriptions } from '../../subscriptions/sync-all.ts';
import { checkoutSessions } from '../checkout-sessions/checkout-sessions.table.ts';
import { refunds } from '../refunds/refunds.table.ts';
import { type PaymentEventType, paymentEvents } from './payment-events.table.ts';
import { receivePaymentEvent } from './payment-events.ts';
import { settleMissedCheckouts } from './settle-missed.ts';

let testApp: TestApp;
let person: Person;
let payment: OpenPayment;

const startedAt = '2027-05-10T08:00:00.000Z';
const monthLater = new Date('2027-06-10T08:00:00.000Z');

beforeAll(async () => {
  testApp = await startTestApp();
});

/** A person with an open payment page for a month of Golden Thread. */
async function atThePage(): Promise<void> {
  testApp.clock.set(startedAt);
  person = await createPerson(testApp);
  payment = await choosePlan(testApp, person, { subscriptionPlan: 'basic' });
}

/** Receives an event as a webhook would. If it says that something was paid, that is so at the provider. */
async function receive(
  type: PaymentEventType,
  id = `event-${type}`,
  at = new Date(startedAt),
): Promise<void> {
  const { paymentId } = payment;
  if (type === 'paid') await paySandboxPayment(testApp.services.db, at, paymentId);
  return receivePaymentEvent(testApp.services, paymentEffects, {
    id: `${paymentId}:${id}`,
    type,
    paymentId,
    at,
  });
}

async function expectPaidOnce(): Promise<void> {
  const { db } = testApp.services;
  const { id } = person.user;
  const [owner] = await db.select().from(users).where(eq(users.id, id));
  expect(owner).toMatchObject({ subscriptionPlan: 'basic', paidThrough: monthLater });
  const log = await db.select().from(auditLog).where(eq(auditLog.userId, id));
  expect(log.filter(({ action }) => action === 'subscription.paid')).toHaveLength(1);
  const mails = await db.select().from(outboxMails).where(eq(outboxMails.userId, id));
  expect(mails.filter(({ kind }) => kind === 'payment-received')).toHaveLength(1);
}

async function planOf(one: Person): Promise<string | undefined> {
  const [owner] = await testApp.services.db.select().from(users).where(eq(users.id, one.user.id));
  return owner?.subscriptionPlan;
}

describe('an event', () => {
  test('received ten times has one effect', async () => {
    await atThePage();
    for (let time = 0; time < 10; time++) await receive('paid');
    await expectPaidOnce();
    const kept = await testApp.services.db
      .select()
      .from(paymentEvents)
      .where(eq(paymentEvents.sessionId, payment.sessionId));
    expect(kept).toHaveLength(1);
    expect(kept[0]?.appliedAt).toEqual(new Date(startedAt));
  });

  test('received ten times at once has one effect', async () => {
    await atThePage();
    await Promise.all(Array.from({ length: 10 }, () => receive('paid')));
    await expectPaidOnce();
  });

  test('of a payment that other events reported has no further effect, also at once', async () => {
    await atThePage();
    await Promise.all([1, 2, 3, 4, 5].map((n) => receive('paid', `other-${n}`)));
    await expectPaidOnce();
  });

  const orders: PaymentEventType[][] = [
    ['paid', 'declined', 'cancelled'],
    ['paid', 'cancelled', 'declined'],
    ['declined', 'paid', 'cancelled'],
    ['declined', 'cancelled', 'paid'],
    ['cancelled', 'paid', 'declined'],
    ['cancelled', 'declined', 'paid'],
  ];
  test.each(orders)('paid is final in the order %s, %s, %s', async (...order) => {
    await atThePage();
    for (const type of order) await receive(type);
    await expectPaidOnce();
    expect(await lookUp(person, payment)).toMatchObject({ subscriptionStatus: 'active' });
  });

  test('received three days late counts from the day of the payment', async () => {
    await atThePage();
    testApp.clock.advance(3 * 24 * 60 * 60);
    await receive('paid');
    await expectPaidOnce();
  });

  test('of a lesser plan received after that of a greater one takes nothing away', async () => {
    await atThePage();
    await paySandboxPayment(testApp.services.db, testApp.clock.now(), payment.paymentId);
    const greater = await choosePlan(testApp, person, { subscriptionPlan: 'premium' });
    await press(testApp, greater, 'pay');
    await receive('paid');
    const [owner] = await testApp.services.db.select().from(users).where(eq(users.id, person.user.id));
    expect(owner).toMatchObject({ subscriptionPlan: 'premium', paidThrough: monthLater });
    expect(await lookUp(person, payment)).toMatchObject({
      subscriptionStatus: 'active',
      subscriptionPlan: 'premium',
    });
    const acts = await testApp.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, payment.sessionId));
    expect(acts.map(({ action }) => action)).toEqual(['checkout.paid', 'subscription.paid-in-vain']);
    const owed = eq(refunds.checkoutSessionId, payment.sessionId);
    expect(await testApp.services.db.select().from(refunds).where(owed)).toMatchObject([
      { cause: 'lesser-plan', givenBackAt: null },
    ]);
  });

  test('received after the account is to be deleted: nothing is charged again', async () => {
    await atThePage();
    await paySandboxPayment(testApp.services.db, testApp.clock.now(), payment.paymentId);
    const payload = { password: goodPassword, confirmation: 'DELETE' };
    const answer = await person.request({ method: 'POST', url: '/api/user/deletion', payload });
    expect(answer.statusCode).toBe(200);
    await receive('paid');
    await syncDueSubscriptions(testApp.services, paymentEffects);
    const subscription = await testApp.services.payments.findSubscription(payment.paymentId);
    expect(subscription).toMatchObject({ status: 'ended' });
    const [owner] = await testApp.services.db.select().from(users).where(eq(users.id, person.user.id));
    expect(owner).toMatchObject({ subscriptionPlan: 'basic', paidThrough: monthLater });
  });

  test('that something was paid is not believed while the provider says otherwise', async () => {
    await atThePage();
    const { paymentId } = payment;
    const at = new Date(startedAt);
    await receivePaymentEvent(testApp.services, paymentEffects, {
      id: 'forged',
      type: 'paid',
      paymentId,
      at,
    });
    expect(await planOf(person)).toBe('free');
    await receive('paid');
    await expectPaidOnce();
  });

  test('of an unknown payment changes nothing', async () => {
    await atThePage();
    const stranger = { ...payment, paymentId: '0193a5f0-0000-7000-8000-000000000001' };
    await receivePaymentEvent(testApp.services, paymentEffects, {
      id: 'x',
      type: 'paid',
      paymentId: stranger.paymentId,
      at: new Date(startedAt),
    });
    expect(await planOf(person)).toBe('free');
  });

  test.each(['declined', 'cancelled'] as const)('%s provides nothing, and is recorded', async (type) => {
    await atThePage();
    await receive(type);
    expect(await planOf(person)).toBe('free');
    const [session] = await testApp.services.db
      .select()
      .from(checkoutSessions)
      .where(eq(checkoutSessions.id, payment.sessionId));
    expect(session).toMatchObject({ paidAt: null, [`${type}At`]: new Date(startedAt) });
    expect(await lookUp(person, payment)).toMatchObject({ subscriptionStatus: 'incomplete' });
  });

  test('is recorded together with its effect or not at all', async () => {
    await atThePage();
    const { db } = testApp.services;
    await db.execute(
      sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''broken off''; end'`,
    );
    await db.execute(
      sql`create trigger broken_off before insert on outbox_mails for each row execute function refuse()`,
    );
    await expect(receive('paid')).rejects.toThrow();
    await db.execute(sql`drop trigger broken_off on outbox_mails`);
    const kept = await db.select().from(paymentEvents).where(eq(paymentEvents.sessionId, payment.sessionId));
    expect(kept).toEqual([]);
    expect(await planOf(person)).toBe('free');
    await receive('paid');
    await expectPaidOnce();
  });
});

describe('an event that never arrived', () => {
  /** Pays at the provider, whose event is then lost. */
  async function payUnheard(): Promise<void> {
    await atThePage();
    expect(await paySandboxPayment(testApp.services.db, testApp.clock.now(), payment.paymentId)).toBe(true);
    expect(await planOf(person)).toBe('free');
  }

  test('is made up for when the payer comes back, however often and in however many windows', async () => {
    await payUnheard();
    const answers = await Promise.all(Array.from({ length: 5 }, () => lookUp(person, payment)));
    expect(answers).toEqual(
      Array.from({ length: 5 }, () => ({
        subscriptionStatus: 'active',
        subscriptionPlan: 'basic',
        purpose: 'subscription',
      })),
    );
    await expectPaidOnce();
  });

  test('is made up for even if the payer never comes back', async () => {
    await payUnheard();
    await settleMissedCheckouts(testApp.services, paymentEffects);
    expect(await planOf(person)).toBe('free');
    testApp.clock.advance(11 * 60);
    await settleMissedCheckouts(testApp.services, paymentEffects);
    await expectPaidOnce();
    await settleMissedCheckouts(testApp.services, paymentEffects);
    await expectPaidOnce();
  });

  test('is made up for after an outage of three weeks, also among many', async () => {
    await payUnheard();
    for (let n = 0; n < 5; n++)
      await choosePlan(testApp, await createPerson(testApp), { subscriptionPlan: 'premium' });
    testApp.clock.advance(21 * 24 * 60 * 60);
    await settleMissedCheckouts(testApp.services, paymentEffects, 2);
    await expectPaidOnce();
  });

  test('is not looked up again once the page is known to have expired unpaid', async () => {
    await atThePage();
    const looksOf = async () => {
      const { db } = testApp.services;
      const known = await db
        .select()
        .from(paymentEvents)
        .where(eq(paymentEvents.sessionId, payment.sessionId));
      return known.map(({ type }) => type);
    };
    testApp.clock.advance(12 * 60 * 60);
    await settleMissedCheckouts(testApp.services, paymentEffects);
    expect(await looksOf()).toEqual([]);
    testApp.clock.advance(13 * 60 * 60);
    await settleMissedCheckouts(testApp.services, paymentEffects);
    await settleMissedCheckouts(testApp.services, paymentEffects);
    expect(await looksOf()).toEqual(['expired']);
    await receive('paid');
    await expectPaidOnce();
  });

  test('has one effect even if it arrives after all', async () => {
    await payUnheard();
    await Promise.all([lookUp(person, payment), receive('paid')]);
    await expectPaidOnce();
  });
});

describe('a button of the payment page', () => {
  test('pay, ten times at once: paid once', async () => {
    await atThePage();
    const answers = await Promise.all(Array.from({ length: 10 }, () => press(testApp, payment, 'pay')));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await expectPaidOnce();
  });

  test('pay, after it was declined and cancelled: paid', async () => {
    await atThePage();
    await press(testApp, payment, 'decline');
    await press(testApp, payment, 'decline');
    await press(testApp, payment, 'cancel');
    await press(testApp, payment, 'pay');
    await expectPaidOnce();
  });
});
