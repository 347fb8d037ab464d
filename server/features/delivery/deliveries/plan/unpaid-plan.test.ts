import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SignedIn } from '../../../../../shared/accounts/sign-in.ts';
import type { UserStats } from '../../../../../shared/accounts/stats.ts';
import type { Memory } from '../../../../../shared/memories/memories.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { choosePlan, type OpenPayment, press } from '../../../../../test/checkout.ts';
import {
  createLetter,
  createPerson,
  createSchedule,
  goodPassword,
  type Person,
} from '../../../../../test/factories.ts';
import { multipart } from '../../../../../test/multipart.ts';
import { paymentEffects } from '../../../../wiring.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { syncDueSubscriptions } from '../../../billing/subscriptions/sync-all.ts';

const testApp = await startTestApp({ clock: createTestClock('2030-02-28T11:59:00Z') });
const { services, clock } = testApp;
const { db } = services;
const paidUntil = '2030-02-28T12:00:00.000Z';
const msLater = '2030-02-28T12:00:00.001Z';
let person: Person;

beforeEach(async () => {
  clock.set('2030-02-28T11:59:00Z');
  person = await createPerson(testApp, { timezone: 'UTC' });
});

/** Pays for Golden Thread until 28 February, without a renewal. */
async function payOnce(): Promise<void> {
  const columns = { subscriptionPlan: 'basic', paidThrough: new Date(paidUntil) } as const;
  await db.update(users).set(columns).where(eq(users.id, person.user.id));
}

const letter = () => multipart({ type: 'letter', title: 'To Maya', recipient: 'Maya', content: 'Dear Maya' });
const write = () => person.request({ method: 'POST', url: '/api/memories/upload', ...letter() });
const statsOf = async () => (await person.request({ url: '/api/user/stats' })).json<UserStats>();

describe('a plan that is not paid any more', () => {
  test('F36: 201 at the instant until which it is paid, 402 a millisecond later, above what a free plan holds', async () => {
    await payOnce();
    for (let count = 0; count < 5; count++) await createLetter(person);
    clock.set(paidUntil);
    expect((await write()).statusCode).toBe(201);
    expect(await statsOf()).toMatchObject({ planInForce: 'basic', unpaidSince: null, letterCount: 6 });
    clock.set(msLater);
    const refused = await write();
    expect(refused.statusCode).toBe(402);
    expect(refused.json()).toMatchObject({
      code: 'plan_required',
      message: expect.stringMatching(
        /^Golden Thread has not been paid since 28 February 2030\. .*plan limit of First Echo.*is kept\. .*settings/,
      ),
    });
    expect(await statsOf()).toMatchObject({ planInForce: 'free', unpaidSince: paidUntil, letterCount: 6 });
  });

  test('201: what a free plan holds, and not one more when twenty are written at once', async () => {
    await payOnce();
    for (let count = 0; count < 3; count++) await createLetter(person);
    clock.set(msLater);
    const answers = await Promise.all(Array.from({ length: 20 }, write));
    expect(
      answers
        .map(({ statusCode }) => statusCode)
        .sort()
        .slice(0, 3),
    ).toEqual([201, 201, 402]);
    expect((await statsOf()).letterCount).toBe(5);
  });

  test('200: all that is there can be read, changed, exported and deleted, and drafts are kept', async () => {
    await payOnce();
    const letters: Memory[] = [];
    for (let count = 0; count < 7; count++) letters.push(await createLetter(person));
    clock.set(msLater);
    const url = `/api/memories/${letters[0]?.id}`;
    expect((await person.request({ url })).statusCode).toBe(200);
    expect((await person.request({ method: 'PATCH', url, payload: { title: 'Anew' } })).statusCode).toBe(200);
    const payload = { content: { title: 'One more' }, savedAt: clock.now().toISOString() };
    const kept = await person.request({ method: 'PUT', url: '/api/drafts/letter', payload });
    expect(kept.statusCode).toBe(200);
    const confirmation = { password: goodPassword };
    const exported = await person.request({ method: 'POST', url: '/api/user/export', payload: confirmation });
    expect(exported.statusCode).toBe(202);
    expect((await person.request({ method: 'DELETE', url })).statusCode).toBe(204);
  });

  test('402: a sixth delivery date in a year; a date that is there is moved within its year all the same', async () => {
    await payOnce();
    const { id: memoryId } = await createLetter(person);
    const plan = (deliveryDate: string) => createSchedule(person, { memoryId, deliveryDate });
    const ids: string[] = [];
    for (let day = 1; day <= 6; day++) ids.push((await plan(`2031-05-0${day}T12:00:00Z`)).id);
    clock.set(msLater);
    const payload = {
      ...{ memoryId, deliveryType: 'scheduled', deliveryMethod: 'digital' },
      deliveryDate: '2031-06-01T12:00:00Z',
    };
    const refused = await person.request({ method: 'POST', url: '/api/schedules', payload });
    expect(refused.statusCode).toBe(402);
    expect(refused.json().message).toContain('delivery dates in 2031');
    const move = (deliveryDate: string) =>
      person.request({ method: 'PATCH', url: `/api/schedules/${ids[0]}`, payload: { deliveryDate } });
    expect((await move('2031-07-01T12:00:00Z')).statusCode).toBe(200);
    expect((await move('2032-07-01T12:00:00Z')).statusCode).toBe(200);
    expect((await move('2031-07-01T12:00:00Z')).statusCode).toBe(402);
  });
});

describe('a plan that a provider renews', () => {
  let page: OpenPayment;
  const declineRenewals = (isDeclined: boolean) =>
    testApp.app.inject({
      method: 'POST',
      url: `/api/sandbox-subscriptions/${page.paymentId}/renewals`,
      payload: { isDeclined },
    });

  beforeEach(async () => {
    clock.set('2030-01-31T12:00:00Z');
    person = await createPerson(testApp, { timezone: 'UTC' });
    page = await choosePlan(testApp, person, { subscriptionPlan: 'basic' });
    await press(testApp, page, 'pay');
    for (let count = 0; count < 5; count++) await createLetter(person);
  });

  /** The owner signs in again a millisecond after the paid time ends. */
  async function comeBack(): Promise<void> {
    clock.set(msLater);
    const payload = { email: person.user.email, password: goodPassword };
    const answer = await testApp.app.inject({ method: 'POST', url: '/api/auth/login', payload });
    person.token = answer.json<SignedIn>().token;
  }

  test('refuses nobody in the minutes in which its renewal was not heard of', async () => {
    await comeBack();
    expect((await write()).statusCode).toBe(201);
    expect(await statsOf()).toMatchObject({ planInForce: 'basic', unpaidSince: null });
    await syncDueSubscriptions(services, paymentEffects);
    expect(await statsOf()).toMatchObject({ planInForce: 'basic', unpaidSince: null });
  });

  test('and whose renewal was declined holds what a free one does, until it is paid after all', async () => {
    await declineRenewals(true);
    await comeBack();
    await syncDueSubscriptions(services, paymentEffects);
    expect((await write()).statusCode).toBe(402);
    expect(await statsOf()).toMatchObject({ planInForce: 'free', unpaidSince: paidUntil });
    await declineRenewals(false);
    await syncDueSubscriptions(services, paymentEffects);
    expect((await write()).statusCode).toBe(201);
  });
});
