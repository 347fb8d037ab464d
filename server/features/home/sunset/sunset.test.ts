import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestClock, eventually, startTestApp } from '../../../../test/app.ts';
import { choosePlan, press } from '../../../../test/checkout.ts';
import { createLetter, createPerson, createRecipient, registration } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { createFamily, type Family, sendAllOf, toldOfClosing } from '../../../../test/sunset.ts';
import { paymentEffects } from '../../../wiring.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { subscriptions } from '../../billing/subscriptions/subscriptions.table.ts';
import { outboxMails } from '../../outbox/messages/mails/mails.table.ts';
import { closingNotices } from './sunset.table.ts';
import { announce, previewClosing, proceedWithClosing, readStatus, withdraw } from './sunset.ts';
import { tellOfClosing } from './tell.ts';

const clock = createTestClock('2031-01-15T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db } = services;
const lastDay = '2032-01-31';
const by = 'command:operator';
const closesText = 'Long After closes on 31 January 2032';
const homePage = async () => (await testApp.app.inject('/')).body;
let family: Family;
beforeAll(async () => {
  family = await createFamily(testApp);
});

test('a day nearer than was promised is refused, and a preview changes nothing', async () => {
  const tooSoon = announce(services, { lastDay: '2032-01-14', by });
  await expect(tooSoon).rejects.toThrow('the first possible day is 2032-01-15');
  const { people, outlook } = await previewClosing(services, lastDay);
  expect(people).toEqual({ owner: 1, contact: 1, recipient: 1 });
  expect(outlook).toEqual({ before: 0, after: 0, atDeath: 0 });
  expect((await readStatus(services)).state).toBe('open');
  await expect(withdraw(services, by)).rejects.toThrow('No end has been announced');
});

describe('once it is announced', () => {
  let payer: Awaited<ReturnType<typeof createPerson>>;
  beforeAll(async () => {
    payer = await createPerson(testApp);
    const payment = await choosePlan(testApp, payer, {
      subscriptionPlan: 'premium',
      billingPeriod: 'annual',
    });
    await press(testApp, payment, 'pay');
    await db.update(users).set({ deletionRequestedAt: clock.now() }).where(eq(users.id, payer.user.id));
    await announce(services, { lastDay, by });
    await db.update(users).set({ deletionRequestedAt: null }).where(eq(users.id, payer.user.id));
    for (const kind of ['closing-owner', 'closing-contact', 'closing-recipient'] as const)
      await sendAllOf(testApp, kind);
  });

  test('owner, trusted contact and who has opened something are told in their own words, and nobody else', async () => {
    expect(await toldOfClosing(testApp, family.owner.user.email)).toEqual([closesText]);
    expect(await toldOfClosing(testApp, family.contact)).toEqual([closesText]);
    expect(await toldOfClosing(testApp, family.reader)).toEqual([
      'What Ruth Alvarez left for you, and the end of Long After',
    ]);
    expect(await toldOfClosing(testApp, family.other)).toEqual([]);
    const [toReader] = await mailTo(services, family.reader);
    expect(toReader?.text).toContain(`/received/${family.token}`);
    const [toContact] = await mailTo(services, family.contact);
    expect(toContact?.text).toContain('You are a trusted contact for Ruth Alvarez');
  });

  test('who was told is not told again, and who comes later is told once', async () => {
    await tellOfClosing(services);
    await tellOfClosing(services);
    await sendAllOf(testApp, 'closing-owner');
    expect(await toldOfClosing(testApp, family.owner.user.email)).toHaveLength(1);
    expect(await toldOfClosing(testApp, payer.user.email)).toEqual([closesText]);
  });

  test('a crash between two batches leaves the rest to the next run', async () => {
    const { email } = family.owner.user;
    const before = await db.$count(outboxMails);
    await db.delete(closingNotices).where(eq(closingNotices.address, email.toLowerCase()));
    expect(await tellOfClosing(services)).toBe(1);
    expect(await db.$count(outboxMails), 'its mail has the same key').toBe(before);
  });

  test('409: accounts, plans, gifts and custody; 400: a later day', async () => {
    const { owner } = family;
    const post = (url: string, payload: object) => payer.request({ method: 'POST', url, payload });
    const register = await testApp.app.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: registration(),
    });
    const gift = {
      ...{ gifts: ['flowers'], recipientName: 'Maya', deliveryAddress: '1 Harbour Street, Portland' },
      deliveryDate: '2031-05-04',
    };
    const answers = [
      register,
      await owner.request({
        method: 'POST',
        url: '/api/create-checkout-session',
        payload: { subscriptionPlan: 'basic' },
      }),
      await post('/api/gift-orders', gift),
      await post('/api/subscription/change', { subscriptionPlan: 'basic', billingPeriod: 'monthly' }),
      await post('/api/physical-storage-requests', { itemType: 'jewelry', itemDescription: 'Of my father' }),
    ];
    for (const answer of answers)
      expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining(closesText)]);
    expect((await payer.request({ url: '/api/gift-orders' })).json()).toEqual([]);

    const { id: memoryId } = await createLetter(owner);
    const { id } = await createRecipient(owner);
    const schedule = (deliveryDate: string) =>
      owner.request({
        method: 'POST',
        url: '/api/schedules',
        payload: {
          ...{ memoryId, deliveryDate, recipientIds: [id], timezone: 'America/New_York' },
          ...{ deliveryType: 'scheduled', deliveryMethod: 'digital' },
        },
      });
    const late = await schedule('2032-02-01T06:00:00.000Z');
    expect(late.json().fields?.deliveryDate).toContain('Please choose that day or an earlier one');
    expect((await schedule('2032-02-01T04:00:00.000Z')).statusCode, 'still the last day there').toBe(201);
  });

  test('a renewal that would be paid beyond the last day ends, and the plan goes on until then', async () => {
    await proceedWithClosing(services, paymentEffects);
    await proceedWithClosing(services, paymentEffects);
    const [held] = await db.select().from(subscriptions).where(eq(subscriptions.userId, payer.user.id));
    expect(held?.endsAt).toEqual(held?.paidThrough);
    const [row] = await db.select().from(users).where(eq(users.id, payer.user.id));
    expect(row).toMatchObject({
      subscriptionPlan: 'premium',
      paidThrough: new Date('2032-01-31T23:59:59.000Z'),
    });
  });

  test('every page says so', async () => {
    clock.advance(60);
    await eventually(async () => (await homePage()).includes('closing-notice'), 'the notice');
    for (const url of ['/', '/auth', '/how-we-keep-it', `/received/${family.token}`]) {
      const { body } = await testApp.app.inject(url);
      expect(body).toContain(`${closesText}. Until then`);
      expect(body).toContain('<html data-sales="off"');
    }
  });

  test('withdrawn: the same people are told, once, and everything is open again', async () => {
    await withdraw(services, by);
    const newcomer = await createPerson(testApp);
    await tellOfClosing(services);
    await sendAllOf(testApp, 'closing-withdrawn');
    expect(await toldOfClosing(testApp, newcomer.user.email)).toEqual([]);
    for (const address of [family.owner.user.email, family.contact, family.reader])
      expect((await toldOfClosing(testApp, address)).slice(1)).toEqual([
        'Long After does not close after all',
      ]);
    expect(await toldOfClosing(testApp, family.other)).toEqual([]);
    await choosePlan(testApp, family.owner, { subscriptionPlan: 'basic' });
    clock.advance(60);
    await eventually(async () => !(await homePage()).includes('closing-notice'), 'the notice to go');
  });
});

test('an announcement that is withdrawn before its mails went out sends none of them', async () => {
  await announce(services, { lastDay, by });
  await withdraw(services, by);
  await sendAllOf(testApp, 'closing-owner');
  expect(await toldOfClosing(testApp, family.owner.user.email)).toHaveLength(2);
});
