import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { choosePlan, press } from '../../../../../test/checkout.ts';
import { createPerson, createStaff, goodPassword } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMail } from '../../../../../test/outbox.ts';
import { createOwner, deliverDue, leave, releaseOwner } from '../../../../../test/released.ts';
import { paymentEffects } from '../../../../wiring.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { syncDueSubscriptions } from '../../../billing/subscriptions/sync-all.ts';
import { schedules } from '../../../delivery/deliveries/deliveries.table.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { findReleaseDifferences } from './reconcile.ts';

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { app, services, clock } = testApp;
const { db } = services;

const signIn = (email: string, password = goodPassword) =>
  app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } });

describe('a release', () => {
  test('delivers what was left for after the death, and nothing of it before', async () => {
    const left = await createOwner(testApp);
    const { id } = await leave(testApp, left);
    await leave(testApp, left, { deliveryDate: '2030-06-01T12:00:00Z' });
    const sent = () => mailTo(services, left.recipients[0]?.email ?? '');
    clock.advance(60);
    await deliverDue(testApp);
    expect(await sent()).toEqual([]);

    await releaseOwner(testApp, left.owner);
    await deliverDue(testApp);
    expect(await sent()).toHaveLength(1);
    const [delivered] = await db.select().from(schedules).where(eq(schedules.id, id));
    expect(delivered).toMatchObject({ isDelivered: true, dueAt: clock.now() });

    clock.set('2030-06-01T12:00:00Z');
    await deliverDue(testApp);
    expect(await sent()).toHaveLength(2);
  });

  test('403: signs everybody out, and says why to whoever has the password; 401 as ever without it', async () => {
    const { owner } = await createOwner(testApp);
    await releaseOwner(testApp, owner);
    expect((await owner.request({ url: '/api/schedules' })).statusCode).toBe(401);
    const right = await signIn(owner.user.email);
    expect([right.statusCode, right.json().message]).toEqual([403, 'This account has been memorialised']);
    const wrong = await signIn(owner.user.email, 'Not-The-Password-1');
    expect([wrong.statusCode, wrong.json().message]).toEqual([401, 'Invalid email or password']);
  });

  test('ends a subscription that began while the report was open: nothing more is charged', async () => {
    const owner = await createPerson(testApp);
    const page = await choosePlan(testApp, owner, { subscriptionPlan: 'basic' });
    await press(testApp, page, 'pay');
    await releaseOwner(testApp, owner);
    await syncDueSubscriptions(services, paymentEffects);
    expect(await services.payments.findSubscription(page.paymentId)).toMatchObject({ status: 'ended' });
  });

  test('counts the days of a schedule, and lets dated ones wait for the end of the quiet days', async () => {
    const left = await createOwner(testApp);
    await db.update(users).set({ quietDays: 7 }).where(eq(users.id, left.owner.user.id));
    const dueOf = async (id: string) =>
      (await db.select().from(schedules).where(eq(schedules.id, id)))[0]?.dueAt?.toISOString();
    const start = clock.now().getTime();
    const inDays = (days: number, minutes = 0) =>
      new Date(start + days * 86_400_000 + minutes * 60_000).toISOString();
    const inThirty = await leave(testApp, left, { releaseDays: 30 });
    const quiet = await leave(testApp, left, { deliveryType: 'scheduled', deliveryDate: inDays(2, 30) });
    const later = await leave(testApp, left, { deliveryType: 'scheduled', deliveryDate: inDays(9) });
    await releaseOwner(testApp, left.owner);
    expect(await dueOf(inThirty.id)).toBe(inDays(30));
    expect(await dueOf(quiet.id)).toBe(inDays(7, 30));
    expect(await dueOf(later.id)).toBe(inDays(9));
    expect(await findReleaseDifferences(db)).toEqual([]);
    for (const day of [7, 9]) {
      clock.set(inDays(day, 31));
      await deliverDue(testApp);
    }
    const mails = await mailTo(services, left.recipients[0]?.email ?? '');
    const isExplained = mails.map(({ text }) => /or a\s+little\s+later/.test(text));
    expect(isExplained, 'the newest first').toEqual([false, true]);
  });

  test('stops the mails to the owner, opens nothing by a link, and asks staff what the owner was asked', async () => {
    const staff = await createStaff(testApp);
    const left = await createOwner(testApp, [{ email: null, phone: null }]);
    const { user } = left.owner;
    const forgot = {
      method: 'POST',
      url: '/api/auth/forgot-password',
      payload: { email: user.email },
    } as const;
    await app.inject(forgot);
    await leave(testApp, left, { deliveryType: 'scheduled', deliveryDate: '2035-01-01T12:00:00Z' });
    clock.set('2035-01-01T12:00:00Z');
    await deliverDue(testApp);
    await releaseOwner(testApp, left.owner);
    await app.inject(forgot);
    const before = (await mailTo(services, user.email)).length;
    const waiting = await db.select().from(outboxMails);
    for (const { id } of waiting) await sendMail(services, id);
    expect(await mailTo(services, user.email)).toHaveLength(before);
    const told = (await mailTo(services, staff.user.email)).map(({ subject }) => subject);
    expect(told).toContain('Deliveries that have stopped: 1');
  });

  test('409: of an account that is released already', async () => {
    const { owner } = await createOwner(testApp);
    await releaseOwner(testApp, owner);
    await expect(releaseOwner(testApp, owner)).rejects.toMatchObject({ status: 409 });
  });

  test('503, F20: while the clock of this process differs from the database', async () => {
    const { owner } = await createOwner(testApp);
    clock.differ(31);
    await expect(releaseOwner(testApp, owner)).rejects.toMatchObject({ status: 503 });
    clock.differ(0);
  });
});
