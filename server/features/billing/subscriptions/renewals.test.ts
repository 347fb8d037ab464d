import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SignedIn } from '../../../../shared/accounts/sign-in.ts';
import type { ChangePreview } from '../../../../shared/billing/subscriptions.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { choosePlan, type OpenPayment, press } from '../../../../test/checkout.ts';
import {
  addLetters,
  createLetter,
  createPerson,
  goodPassword,
  type Person,
} from '../../../../test/factories.ts';
import { resumeAfterPayment } from '../../../job-list.ts';
import { inTransaction } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { paymentEffects } from '../../../wiring.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { outboxMails } from '../../outbox/messages/mails/mails.table.ts';
import { subscriptionPayments } from '../payments/renewals/renewals.table.ts';
import { applyState } from './apply-state.ts';
import { subscriptions } from './subscriptions.table.ts';
import { syncDueSubscriptions } from './sync-all.ts';
import { syncSubscription } from './sync-subscriptions.ts';

const testApp = await startTestApp({ clock: createTestClock('2030-01-31T12:00:00Z') });
const { services, clock } = testApp;
const { db, payments } = services;
let person: Person;
let page: OpenPayment;

async function subscribe(subscriptionPlan: string, billingPeriod: string): Promise<void> {
  person = await createPerson(testApp);
  page = await choosePlan(testApp, person, { subscriptionPlan, billingPeriod });
  await press(testApp, page, 'pay');
}

const act = (name: string, payload: object) =>
  testApp.app.inject({
    method: 'POST',
    url: `/api/sandbox-subscriptions/${page.paymentId}/${name}`,
    payload,
  });

async function owner() {
  const [row] = await db.select().from(users).where(eq(users.id, person.user.id));
  return row;
}

async function subscription() {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, person.user.id));
  return row;
}

/** Needed whenever minutes have passed, since the session has ended. */
async function signInAgain(): Promise<void> {
  const payload = { email: person.user.email, password: goodPassword };
  const answer = await testApp.app.inject({ method: 'POST', url: '/api/auth/login', payload });
  person.token = answer.json<SignedIn>().token;
}

const numberOf = (paymentId: string) => Number(paymentId.split(':')[1]);

/** The payments, in the order in which they were made. */
async function paidCents(): Promise<number[]> {
  const rows = await db
    .select()
    .from(subscriptionPayments)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionPayments.subscriptionId))
    .where(eq(subscriptions.userId, person.user.id));
  return rows
    .map(({ subscription_payments: payment }) => payment)
    .sort((one, other) => numberOf(one.providerId) - numberOf(other.providerId))
    .map(({ amountCents }) => amountCents);
}

beforeEach(() => clock.set('2030-01-31T12:00:00Z'));

describe('a subscription', () => {
  test('an answer that arrives after a later one does not take its place', async () => {
    await subscribe('basic', 'monthly');
    const { providerId, paidThrough } = requireFound(await subscription());
    const sync = (overtaking: () => Promise<void> = async () => undefined) => {
      let asked = 0;
      const findSubscription = async (id: string) => {
        const state = await payments.findSubscription(id);
        asked += 1;
        if (asked === 1) await overtaking();
        return state;
      };
      const slow = { ...services, payments: { ...payments, findSubscription } };
      return syncSubscription(slow, paymentEffects, providerId).then(() => asked);
    };
    // Its first answer is from before the renewal, and arrives after the renewal is known.
    const asked = await sync(async () => {
      clock.set(paidThrough ?? '');
      await sync();
    });
    expect(asked).toBe(2);
    const renewed = new Date('2030-03-31T12:00:00Z');
    expect(await subscription()).toMatchObject({ paidThrough: renewed, status: 'active' });
    expect((await owner())?.paidThrough).toEqual(renewed);
    expect(await paidCents()).toEqual([2000, 2000]);
  });

  test('renews from month to month by itself, on the day of the month that it began, each with a receipt', async () => {
    await subscribe('basic', 'monthly');
    for (const until of ['2030-03-31', '2030-04-30', '2030-05-31']) {
      clock.set((await owner())?.paidThrough ?? '');
      await syncDueSubscriptions(services, paymentEffects);
      expect((await owner())?.paidThrough).toEqual(new Date(`${until}T12:00:00Z`));
    }
    expect(await paidCents()).toEqual([2000, 2000, 2000, 2000]);
    const mails = await db.select().from(outboxMails).where(eq(outboxMails.userId, person.user.id));
    expect(mails.filter(({ kind }) => kind === 'payment-received')).toHaveLength(4);
  });

  test.each([
    ['basic', 'monthly', 36, 2000, 699],
    ['basic', 'annual', 3, 20_400, 699],
    ['premium', 'three_years', 1, 153_000, 1999],
  ])('%s, %s: paid %d times, then the reduced price every month', async (plan, period, times, full, less) => {
    await subscribe(plan, period);
    expect((await act('months', { months: 38 })).statusCode).toBe(204);
    expect(await paidCents()).toEqual([...Array.from({ length: times }, () => full), less, less, less]);
    expect(await subscription()).toMatchObject({ plan, isReduced: true, billingPeriod: 'monthly' });
    expect(await owner()).toMatchObject({
      subscriptionPlan: plan,
      paidThrough: new Date('2030-02-28T12:00:00Z'),
    });
  });

  test('whose renewal is declined is overdue and keeps its plan; paid after all, it goes on', async () => {
    await subscribe('basic', 'monthly');
    await act('renewals', { isDeclined: true });
    await act('months', { months: 1 });
    const lapsed = { subscriptionPlan: 'basic', paidThrough: new Date('2030-01-31T12:00:00Z') };
    expect(await owner()).toMatchObject({ ...lapsed, subscriptionStatus: 'past_due' });
    await act('renewals', { isDeclined: false });
    expect(await owner()).toMatchObject({
      subscriptionStatus: 'active',
      paidThrough: new Date('2030-02-28T12:00:00Z'),
    });
  });

  test('that was cancelled ends with what is paid, and the account is free then', async () => {
    await subscribe('basic', 'monthly');
    await payments.cancel(page.paymentId, { at: 'period-end' });
    clock.set('2030-02-27T12:00:00Z');
    await syncDueSubscriptions(services, paymentEffects);
    expect(await owner()).toMatchObject({ subscriptionPlan: 'basic', subscriptionStatus: 'active' });
    clock.set('2030-02-28T12:00:00Z');
    await syncDueSubscriptions(services, paymentEffects);
    expect(await owner()).toMatchObject({ subscriptionPlan: 'free', paidThrough: null });
    expect(await paidCents()).toEqual([2000]);
  });

  test('that was cancelled and paid beside it for longer: the account is free once that is over, not in arrears', async () => {
    await subscribe('basic', 'monthly');
    await payments.cancel(page.paymentId, { at: 'period-end' });
    await db
      .update(users)
      .set({ paidThrough: new Date('2030-03-31T12:00:00Z') })
      .where(eq(users.id, person.user.id));
    clock.set('2030-02-28T12:01:00Z');
    await syncDueSubscriptions(services, paymentEffects);
    expect(await owner()).toMatchObject({ subscriptionPlan: 'basic' });
    clock.set('2030-03-31T12:00:00Z');
    await syncDueSubscriptions(services, paymentEffects);
    expect(await owner()).toMatchObject({ subscriptionPlan: 'free', paidThrough: null });
  });

  test('that the provider ended since it was not paid lapses; nothing is mailed for a payment of nothing', async () => {
    await subscribe('basic', 'monthly');
    const row = requireFound(await subscription());
    const state = requireFound(await payments.findSubscription(row.providerId));
    clock.set('2030-03-15T12:00:00Z');
    const nothing = { id: 'nothing', paidAt: clock.now(), amountCents: 0, invoiceUrl: null };
    const ended = { status: 'ended', endsAt: state.paidThrough, isUnpaid: true } as const;
    const said = { ...state, ...ended, payments: [...state.payments, nothing] };
    const before = requireFound(await owner());
    await inTransaction(db, (tx) => applyState(tx, services, before, row, said));
    const paidThrough = new Date('2030-02-28T12:00:00Z');
    expect(await owner()).toMatchObject({ subscriptionPlan: 'basic', paidThrough });
    const mails = await db.select().from(outboxMails).where(eq(outboxMails.userId, person.user.id));
    expect(mails.filter(({ kind }) => kind === 'payment-received')).toHaveLength(1);
  });

  test('renewed late after all: it was never interrupted, is longer by what was paid beside it, and lets go what waits', async () => {
    await subscribe('basic', 'monthly');
    const began = (await owner())?.paidSince;
    await act('renewals', { isDeclined: true });
    clock.set('2030-02-28T12:00:00Z');
    await syncDueSubscriptions(services, paymentEffects);
    await db
      .update(users)
      .set({ paidThrough: new Date('2030-03-10T12:00:00Z') })
      .where(eq(users.id, person.user.id));
    clock.set('2030-03-20T12:00:00Z');
    const waiting = await services.jobs.backlog(resumeAfterPayment);
    await act('renewals', { isDeclined: false });
    expect(await owner()).toMatchObject({
      paidThrough: new Date('2030-04-10T12:00:00Z'),
      paidSince: began,
    });
    expect(await services.jobs.backlog(resumeAfterPayment)).toBe(waiting + 1);
  });

  test('is ended when a greater one takes its place, and nothing more is charged for it', async () => {
    await subscribe('basic', 'annual');
    const first = page;
    page = await choosePlan(testApp, person, { subscriptionPlan: 'premium' });
    await press(testApp, page, 'pay');
    await syncDueSubscriptions(services, paymentEffects);
    expect(await payments.findSubscription(first.paymentId)).toMatchObject({ status: 'ended' });
    expect(await owner()).toMatchObject({
      subscriptionPlan: 'premium',
      paidThrough: new Date('2030-02-28T12:00:00Z'),
    });
  });
});

async function ask<Answer = object>(name: string, payload: object = {}) {
  const answer = await person.request({ method: 'POST', url: `/api/subscription/${name}`, payload });
  return { status: answer.statusCode, ...answer.json<Answer & { message: string }>() };
}

describe('POST /api/subscription/…', () => {
  test('409: without a plan that renews, where nothing changes, and where the last payment failed', async () => {
    person = await createPerson(testApp);
    const premium = { subscriptionPlan: 'premium', billingPeriod: 'monthly' };
    for (const act of ['cancel', 'resume', 'portal']) expect((await ask(act)).status).toBe(409);
    expect((await ask('change', premium)).status).toBe(409);
    await subscribe('premium', 'monthly');
    expect((await ask('change', premium)).message).toBe('You have Eternal Light for one month already.');
    expect((await ask('resume')).status).toBe(409);
    await act('renewals', { isDeclined: true });
    await act('months', { months: 1 });
    expect((await ask('change', { ...premium, billingPeriod: 'annual' })).status).toBe(409);
  });

  test('change: to more at once and credited, to less at the end of the period, with the day and what stays', async () => {
    await subscribe('basic', 'monthly');
    expect(
      await ask('change', { subscriptionPlan: 'premium', billingPeriod: 'monthly', amount: 1 }),
    ).toMatchObject({
      status: 200,
      message: expect.stringMatching(
        /^You have Eternal Light for one month from now on, paid until 28 February 2030\..*stays as it is\.$/,
      ),
    });
    expect(await paidCents()).toEqual([2000, 3000]);
    expect(await ask('change', { subscriptionPlan: 'basic', billingPeriod: 'annual' })).toMatchObject({
      message: expect.stringMatching(
        /^You keep Eternal Light until 28 February 2030\. From then on it is Golden Thread for one year\./,
      ),
      subscription: { plan: 'premium', nextPlan: 'basic', nextPeriod: 'annual' },
    });
    expect(await owner()).toMatchObject({ subscriptionPlan: 'premium' });
    clock.set('2030-02-28T12:30:00Z');
    await syncDueSubscriptions(services, paymentEffects);
    expect(await owner()).toMatchObject({
      subscriptionPlan: 'basic',
      subscriptionStartDate: new Date('2030-02-28T12:00:00Z'),
    });
    expect(await paidCents()).toEqual([2000, 3000, 20_400]);
  });

  test('cancel and resume: kept until the end of what is paid, or renewed after all', async () => {
    await subscribe('basic', 'monthly');
    expect((await ask('cancel')).message).toMatch(
      /^You keep Golden Thread until 28 February 2030, and nothing more/,
    );
    expect((await ask('resume')).message).toMatch(/^Golden Thread goes on, and renews on 28 February 2030\./);
    clock.set('2030-02-28T12:00:00Z');
    await syncDueSubscriptions(services, paymentEffects);
    expect(await owner()).toMatchObject({ subscriptionPlan: 'basic' });
    expect(await paidCents()).toEqual([2000, 2000]);
  });

  test('GET /api/payments: the first and the renewals, newest first, and nobody else’s', async () => {
    await subscribe('basic', 'monthly');
    await act('months', { months: 1 });
    const { payments: paid, subscription: held } = (await person.request({ url: '/api/payments' })).json();
    expect(paid).toMatchObject([
      { purpose: 'subscription', amount: 20 },
      { purpose: 'renewal', amount: 20, plan: 'basic' },
    ]);
    expect(held).toMatchObject({ plan: 'basic', status: 'active' });
    const other = await createPerson(testApp);
    expect((await other.request({ url: '/api/payments' })).json()).toEqual({
      payments: [],
      subscription: null,
      unpaidSince: null,
      canChangePlan: false,
      canChangeCard: false,
    });
  });
});

describe('POST /api/subscription/preview, and the change that was seen in it', () => {
  const premium = { subscriptionPlan: 'premium', billingPeriod: 'monthly' };

  const preview = (wanted: object) => ask<ChangePreview>('preview', wanted);

  test('400 and 409: an unknown plan, none that renews, and what holds or is planned already', async () => {
    person = await createPerson(testApp);
    expect((await preview({ subscriptionPlan: 'gold' })).status).toBe(400);
    expect((await preview(premium)).status).toBe(409);
    await subscribe('premium', 'monthly');
    expect((await preview(premium)).message).toBe('You have Eternal Light for one month already.');
    const basic = { subscriptionPlan: 'basic', billingPeriod: 'annual' };
    await ask('change', basic);
    expect((await preview(basic)).message).toBe('This change is already planned. Nothing has changed.');
  });

  test('200: the sum that the change then charges, and nothing is charged by looking', async () => {
    await subscribe('basic', 'monthly');
    clock.set('2030-02-10T12:00:00Z');
    await signInAgain();
    const { cost, change, seen } = await preview(premium);
    expect(change).toMatch(/^Eternal Light begins at once, is paid until 10 March 2030/);
    expect(cost).toBe('You pay about $37.14 now: $50.00, less what is left of Golden Thread.');
    expect(await paidCents()).toEqual([2000]);
    const { status, message } = await ask('change', { ...premium, seen });
    expect((await owner())?.subscriptionStartDate).toEqual(clock.now());
    expect(status).toBe(200);
    expect(message).toContain('You paid $37.14. What was left of Golden Thread was taken off the price.');
    expect(await paidCents()).toEqual([2000, 3714]);
  });

  test('200: to less and to nothing, with how many stay beyond the limits', async () => {
    await subscribe('premium', 'monthly');
    await addLetters(testApp, person, 31);
    const down = await preview({ subscriptionPlan: 'basic' });
    expect(down).toMatchObject({
      change: expect.stringMatching(/^You keep Eternal Light until 28 February 2030\./),
      cost: 'You pay nothing now.',
      stays: [
        'Everything that you have left stays as it is.',
        'You keep all 31 letters; new ones are possible once there are fewer than 30.',
      ],
    });
    const cancelled = await preview({ subscriptionPlan: 'free' });
    expect(cancelled.change).toContain('After that you have First Echo.');
    expect(cancelled.stays[1]).toContain('fewer than 5.');
  });

  test('security 33: after a downgrade all letters are there, and a new one is refused kindly, with 402', async () => {
    await subscribe('premium', 'monthly');
    await addLetters(testApp, person, 31);
    await ask('change', { subscriptionPlan: 'basic', billingPeriod: 'monthly' });
    await act('months', { months: 1 });
    expect(await owner()).toMatchObject({ subscriptionPlan: 'basic' });
    expect((await person.request({ url: '/api/memories' })).json<Memory[]>()).toHaveLength(31);
    await expect(createLetter(person)).rejects.toThrow(/402.*plan limit/);
  });

  test('409: two devices that decided on the same plan: one changes it, and one payment is made', async () => {
    await subscribe('basic', 'monthly');
    const annual = { subscriptionPlan: 'basic', billingPeriod: 'annual' };
    const [first, second] = [await preview(premium), await preview(annual)];
    const answers = await Promise.all([
      ask('change', { ...premium, seen: first.seen }),
      ask('change', { ...annual, seen: second.seen }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await paidCents()).toHaveLength(2);
    const stale = await ask('change', { ...annual, seen: second.seen });
    expect(stale.message).toMatch(/has changed in the meantime\. Please look again\.$|already\.$/);
    expect(await paidCents()).toHaveLength(2);
  });

  test('409: it costs more than was seen; the sum itself is never taken from the request', async () => {
    await subscribe('basic', 'monthly');
    const { seen } = await preview(premium);
    const amount = (seen.amount ?? 0) - 5;
    expect((await ask('change', { ...premium, seen: { ...seen, amount } })).status).toBe(409);
    expect((await ask('change', { ...premium, seen: { ...seen, amount: 9000 } })).status).toBe(200);
    expect(await paidCents()).toEqual([2000, 3000]);
  });

  test('a turn that a crash left is over after some minutes', async () => {
    await subscribe('basic', 'monthly');
    await db
      .update(subscriptions)
      .set({ changingSince: clock.now() })
      .where(eq(subscriptions.userId, person.user.id));
    expect((await ask('cancel')).message).toMatch(/^Your plan is being changed on another device\./);
    clock.set('2030-01-31T12:05:00Z');
    expect((await ask('cancel')).status).toBe(200);
  });

  test('a payment page that was opened before cannot be paid any more', async () => {
    await subscribe('basic', 'monthly');
    const open = await choosePlan(testApp, person, premium);
    await ask('change', premium);
    expect((await press(testApp, open, 'pay')).statusCode).toBe(409);
  });

  test('409: the card is refused: nothing has changed', async () => {
    await subscribe('basic', 'monthly');
    await act('renewals', { isDeclined: true });
    expect(await ask('change', premium)).toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'The card was declined. Nothing has changed.',
    });
    expect(await subscription()).toMatchObject({ plan: 'basic', changingSince: null });
  });
});

describe('POST /api/sandbox-subscriptions/:id/…', () => {
  test.each([
    ['renewals', { isDeclined: true }],
    ['months', { months: 1 }],
  ])('404: %s of one that does not exist', async (name, payload) => {
    page = { ...page, paymentId: '0193a5f0-0000-7000-8000-000000000001' };
    expect((await act(name, payload)).statusCode).toBe(404);
  });

  test('400: no months, and more than ten years', async () => {
    for (const months of [0, 121, 1.5]) expect((await act('months', { months })).statusCode).toBe(400);
  });
});
