import { and, eq, isNotNull } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '../../../../../shared/accounts/sign-in.ts';
import type { DeletionBegun, DeletionPreview } from '../../../../../shared/data-rights/account-deletion.ts';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import type { Memory } from '../../../../../shared/memories/memories.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import type { PlacedGiftOrder } from '../../../../../shared/store/gift-orders.ts';
import { eventually, startTestApp, type TestApp } from '../../../../../test/app.ts';
import { codeOf, protectWithCode } from '../../../../../test/authenticator.ts';
import { choosePlan, paymentAt, press } from '../../../../../test/checkout.ts';
import {
  createLetter,
  createPerson,
  createRecipient,
  createSchedule,
  goodPassword,
  type Person,
} from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { untilAllIsSent } from '../../../../../test/outbox.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { subscriptions } from '../../../billing/subscriptions/subscriptions.table.ts';
import { deliveryQueue, schedules } from '../../../delivery/deliveries/deliveries.table.ts';
import { deliverBatch } from '../../../delivery/deliveries/send/deliver-batch.ts';
import { sweepDueDeliveries } from '../../../delivery/deliveries/start/sweep.jobs.ts';
import { giftOrders } from '../../../store/gifts/gifts.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';

const confirmation = { password: goodPassword, confirmation: 'DELETE' };
const day = 24 * 60 * 60;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
  await testApp.work();
});

const remove = (person: Person, payload: object = confirmation) =>
  person.request({ method: 'POST', url: '/api/user/deletion', payload });
const login = (person: Person) =>
  testApp.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: person.user.email, password: goodPassword },
  });
const asPerson = (token: string) => ({ authorization: `Bearer ${token}` });
const restore = async (person: Person) => {
  const { token } = (await login(person)).json<SignedIn>();
  return testApp.app.inject({ method: 'POST', url: '/api/user/restore', headers: asPerson(token) });
};

async function scheduleLetter(
  owner: Person,
  secondsAhead: number,
  deliveryType = 'scheduled',
): Promise<{ memory: Memory; recipient: Recipient; schedule: Schedule }> {
  const memory = await createLetter(owner);
  await eventually(
    async () => (await owner.request({ url: `/api/memories/${memory.id}` })).json().isApproved,
    'the letter to be approved',
  );
  const recipient = await createRecipient(owner);
  const deliveryDate = new Date(testApp.clock.now().getTime() + secondsAhead * 1000).toISOString();
  const recipientIds = [recipient.id];
  const schedule = await createSchedule(owner, {
    memoryId: memory.id,
    recipientIds,
    deliveryDate,
    deliveryType,
  });
  return { memory, recipient, schedule };
}

/** Runs everything that the background sweeps would do now. */
async function runSweeps(): Promise<void> {
  await sweepDueDeliveries(testApp.services);
  const rows = await testApp.services.db.select({ id: deliveryQueue.id }).from(deliveryQueue);
  await deliverBatch(
    testApp.services,
    rows.map(({ id }) => id),
  );
}

async function orderGifts(owner: Person): Promise<PlacedGiftOrder> {
  const payload = {
    gifts: ['flowers'],
    recipientName: 'Maya Alvarez',
    deliveryAddress: '1 Quay Street\nPort Haven',
    deliveryDate: '2099-05-04',
  };
  return (await owner.request({ method: 'POST', url: '/api/gift-orders', payload })).json<PlacedGiftOrder>();
}

const lettersTo = async ({ email }: Recipient) => (await mailTo(testApp.services, email ?? '')).length;

describe('GET /api/user/deletion', () => {
  test('security 62: 200: names what would not be delivered, in the order of the dates, and changes nothing', async () => {
    const owner = await createPerson(testApp);
    const later = await scheduleLetter(owner, 3 * day);
    const sooner = await scheduleLetter(owner, 2 * day, 'on_death');
    const answer = await owner.request({ url: '/api/user/deletion' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      graceDays: 14,
      pendingDeliveries: [sooner, later].map(({ schedule }) => ({
        scheduleId: schedule.id,
        memoryTitle: 'For your thirtieth',
        deliveryDate: schedule.deliveryDate,
        deliveryType: schedule.deliveryType,
        localDate: schedule.localDate,
        timezone: schedule.timezone,
        releaseDays: null,
        recipients: ['Maya Alvarez'],
      })),
      received: [],
      paidGifts: [],
      paidSessions: [],
    });
    expect((await owner.request({ url: '/api/user/profile' })).json()).toEqual(owner.user);
  });

  test('200: names what was paid for and has not arrived, and nothing else that was ordered', async () => {
    const [owner, other] = [await createPerson(testApp), await createPerson(testApp)];
    const [paid] = [await orderGifts(owner), await orderGifts(owner), await orderGifts(other)];
    await press(testApp, await paymentAt(testApp, paid.checkoutUrl), 'pay');
    const preview = async () => (await owner.request({ url: '/api/user/deletion' })).json<DeletionPreview>();
    const gift = {
      orderId: paid.id,
      gifts: ['Fresh Flowers'],
      recipientName: 'Maya Alvarez',
      totalAmount: 89,
      isGivenBack: true,
    };
    expect((await preview()).paidGifts).toEqual([gift]);
    const sent = { status: 'shipped' } as const;
    await testApp.services.db.update(giftOrders).set(sent).where(eq(giftOrders.id, paid.id));
    expect((await preview()).paidGifts).toEqual([{ ...gift, isGivenBack: false }]);
    const there = { status: 'delivered' } as const;
    await testApp.services.db.update(giftOrders).set(there).where(eq(giftOrders.id, paid.id));
    expect((await preview()).paidGifts).toEqual([]);
  });

  test('401: without a session', async () => {
    expect((await testApp.app.inject({ url: '/api/user/deletion' })).statusCode).toBe(401);
  });
});

describe('POST /api/user/deletion', () => {
  test('200: the plan is not charged for any more, also where the account is restored', async () => {
    const owner = await createPerson(testApp);
    const page = await choosePlan(testApp, owner, { subscriptionPlan: 'basic', billingPeriod: 'monthly' });
    await press(testApp, page, 'pay');
    await remove(owner);
    const ended = () =>
      testApp.services.db.$count(
        subscriptions,
        and(
          eq(subscriptions.userId, owner.user.id),
          eq(subscriptions.endCause, 'account-deletion'),
          isNotNull(subscriptions.endedAt),
        ),
      );
    await eventually(async () => (await ended()) === 1, 'the end of the subscription at the provider');
    await restore(owner);
    expect(await ended()).toBe(1);
  });

  test('security 22, 62: 200: says what stops and until when it can be taken back; everybody is signed out', async () => {
    const owner = await createPerson(testApp);
    const { schedule } = await scheduleLetter(owner, day);
    const elsewhere = (await login(owner)).json<SignedIn>().token;
    const answer = await remove(owner, { ...confirmation, confirmation: ' delete ' });
    expect(answer.statusCode).toBe(200);
    const begun = answer.json<DeletionBegun>();
    expect(begun.erasedAfter).toBe(new Date(testApp.clock.now().getTime() + 14 * day * 1000).toISOString());
    expect(begun.stoppedDeliveries.map(({ scheduleId }) => scheduleId)).toEqual([schedule.id]);
    expect(answer.cookies.find(({ name }) => name === 'long_after_session')?.value).toBe('');
    for (const token of [owner.token, elsewhere])
      expect(
        (await testApp.app.inject({ url: '/api/user/profile', headers: asPerson(token) })).statusCode,
      ).toBe(401);
  });

  test.each([
    [undefined, 'stays on their pages'],
    ['keep', 'stays on their pages'],
    ['withdraw', 'can no longer be opened'],
  ])(
    'received=%s is written down, and the owner is told of it and how to take it back',
    async (received, words) => {
      const owner = await createPerson(testApp);
      await remove(owner, { ...confirmation, received });
      const [row] = await testApp.services.db.select().from(users).where(eq(users.id, owner.user.id));
      expect(row?.deletionReceived).toBe(received ?? 'keep');
      const entries = await testApp.services.db
        .select()
        .from(auditLog)
        .where(eq(auditLog.userId, owner.user.id));
      expect(entries.map(({ action }) => action)).toContain('account.deletion-requested');
      const mail = await eventually(async () => {
        const mails = await mailTo(testApp.services, owner.user.email);
        return mails.find(({ subject }) => subject === 'Your account will be deleted');
      }, 'the mail about it');
      expect(mail.text).toContain('/auth');
      expect(mail.text.replaceAll(/\s+/g, ' ')).toContain(words);
    },
  );

  test.each([
    [{ password: goodPassword }, 'confirmation', 'Please type DELETE to confirm'],
    [{ password: goodPassword, confirmation: 'delet' }, 'confirmation', 'Please type DELETE to confirm'],
    [{ confirmation: 'DELETE' }, 'password', 'Password is required'],
    [{ ...confirmation, received: 'maybe' }, 'received', 'Please choose keep or withdraw'],
    [{ ...confirmation, password: 'Quiet-Harbour-1995' }, 'password', 'This is not your current password'],
  ])('security 62: 400: %j, and nothing changes', async (payload, field, message) => {
    const owner = await createPerson(testApp);
    const answer = await remove(owner, payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({ [field]: message });
    expect((await owner.request({ url: '/api/user/profile' })).json()).toEqual(owner.user);
  });

  test('400 without the code where two-factor sign-in is on; 200 with it', async () => {
    const owner = await createPerson(testApp);
    const { secret } = await protectWithCode(testApp, owner);
    expect((await remove(owner)).json().fields).toHaveProperty('code');
    const code = await codeOf(testApp, secret);
    expect((await remove(owner, { ...confirmation, code })).statusCode).toBe(200);
  });

  test('nobody can pay for it any more on a page that was opened before', async () => {
    const person = await createPerson(testApp);
    const payment = await choosePlan(testApp, person, { subscriptionPlan: 'basic' });
    expect((await remove(person)).statusCode).toBe(200);
    expect((await press(testApp, payment, 'pay')).statusCode).toBe(409);
  });

  test('of four at once one begins it', async () => {
    const owner = await createPerson(testApp);
    const answers = await Promise.all([1, 2, 3, 4].map(() => remove(owner)));
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.every((code) => [200, 401, 409].includes(code))).toBe(true);
  });
});

describe('while an account is being deleted', () => {
  test('nothing of it is delivered, neither what falls due nor what was to be tried again', async () => {
    const owner = await createPerson(testApp);
    const due = await scheduleLetter(owner, 60);
    const retried = await scheduleLetter(owner, 30);
    testApp.clock.advance(30);
    // As if it had started and its address had not answered: a delivery whose next try comes after the deletion.
    const nextTry = minutesAfter(testApp.clock.now(), 30);
    await testApp.services.db
      .update(schedules)
      .set({ startedAt: testApp.clock.now() })
      .where(eq(schedules.id, retried.schedule.id));
    await testApp.services.db.insert(deliveryQueue).values({
      scheduleId: retried.schedule.id,
      userId: owner.user.id,
      recipientId: retried.recipient.id,
      attemptAfter: nextTry,
      sweepAt: nextTry,
      dueAt: testApp.clock.now(),
      tokenHash: `hash of ${retried.schedule.id}`,
      recipientFirstName: 'Maya',
      createdAt: testApp.clock.now(),
    });
    expect((await remove(owner)).json<DeletionBegun>().stoppedDeliveries).toHaveLength(2);
    for (let hour = 0; hour < 3; hour++) {
      testApp.clock.advance(60 * 60);
      await runSweeps();
    }
    expect(await lettersTo(due.recipient)).toBe(0);
    expect(await lettersTo(retried.recipient)).toBe(0);
    const [schedule] = await testApp.services.db
      .select()
      .from(schedules)
      .where(eq(schedules.id, due.schedule.id));
    expect(schedule).toMatchObject({ dueAt: null, startedAt: null });
  });

  test('signing in is possible and says so; reading and leaving are, nothing else', async () => {
    const owner = await createPerson(testApp);
    const { memory } = await scheduleLetter(owner, day);
    await remove(owner);
    const { token, user } = (await login(owner)).json<SignedIn>();
    expect(user.erasedAfter).toBe(new Date(testApp.clock.now().getTime() + 14 * day * 1000).toISOString());
    const headers = asPerson(token);
    const status = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
      (await testApp.app.inject({ method, url, headers, ...(payload && { payload }) })).statusCode;
    expect(await status('GET', '/api/memories')).toBe(200);
    expect(await status('POST', '/api/user/export', { password: goodPassword })).toBe(202);
    expect(await status('POST', '/api/auth/keep-alive')).toBe(204);
    expect(await status('PATCH', '/api/user/profile', { firstName: 'Eve' })).toBe(409);
    expect(await status('DELETE', `/api/memories/${memory.id}`)).toBe(409);
    expect(await status('POST', '/api/recipients', {})).toBe(409);
    expect(await status('POST', '/api/user/deletion', confirmation)).toBe(409);
    expect(await status('POST', '/api/auth/sign-out')).toBe(204);
  });

  test('its address is still its own', async () => {
    const owner = await createPerson(testApp);
    await remove(owner);
    const answer = await testApp.app.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: {
        firstName: 'Eve',
        lastName: 'Moss',
        email: owner.user.email,
        dateOfBirth: '1960-01-01',
        password: 'Slow-Lantern-2041',
      },
    });
    expect(answer.statusCode).toBe(409);
  });
});

describe('POST /api/user/restore', () => {
  test('200: what lies ahead is delivered on its day, what fell due meanwhile at once', async () => {
    const owner = await createPerson(testApp);
    const missed = await scheduleLetter(owner, day);
    const ahead = await scheduleLetter(owner, 12 * day);
    const afterDeath = await scheduleLetter(owner, day, 'on_death');
    await remove(owner);
    testApp.clock.advance(10 * day);
    await runSweeps();
    const answer = await restore(owner);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ id: owner.user.id, erasedAfter: null });
    await runSweeps();
    await eventually(async () => (await lettersTo(missed.recipient)) === 1, 'what was missed');
    expect(await lettersTo(ahead.recipient)).toBe(0);
    testApp.clock.advance(2 * day);
    await runSweeps();
    await eventually(async () => (await lettersTo(ahead.recipient)) === 1, 'what lay ahead');
    expect(await lettersTo(missed.recipient)).toBe(1);
    expect(await lettersTo(afterDeath.recipient)).toBe(0);
    const entries = await testApp.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.userId, owner.user.id));
    expect(entries.map(({ action }) => action)).toContain('account.restored');
  });

  test('409: nothing is being deleted', async () => {
    const owner = await createPerson(testApp);
    expect((await owner.request({ method: 'POST', url: '/api/user/restore' })).statusCode).toBe(409);
  });

  test('200: after the 14 days, as long as nothing was erased', async () => {
    const owner = await createPerson(testApp);
    await remove(owner);
    await untilAllIsSent(testApp.services, owner.user.email);
    testApp.clock.advance(15 * day);
    expect((await restore(owner)).statusCode).toBe(200);
  });

  test('once the erasure has begun there is nobody to sign in as, and whoever is signed in gets 409', async () => {
    const owner = await createPerson(testApp);
    await remove(owner);
    const { token } = (await login(owner)).json<SignedIn>();
    const begun = { erasureBegunAt: testApp.clock.now() };
    await testApp.services.db.update(users).set(begun).where(eq(users.id, owner.user.id));
    const refused = await login(owner);
    expect(refused.statusCode).toBe(401);
    expect(refused.json().message).toBe('Invalid email or password');
    const late = await testApp.app.inject({
      method: 'POST',
      url: '/api/user/restore',
      headers: asPerson(token),
    });
    expect(late.statusCode).toBe(409);
    const [row] = await testApp.services.db.select().from(users).where(eq(users.id, owner.user.id));
    expect(row?.deletionRequestedAt).not.toBeNull();
  });

  test('401: without a session', async () => {
    expect((await testApp.app.inject({ method: 'POST', url: '/api/user/restore' })).statusCode).toBe(401);
  });
});
