import { and, asc, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestClock, startTestApp, type TestApp } from '../../../../test/app.ts';
import { lapse, linkFor, openArrears } from '../../../../test/arrears.ts';
import { choosePlan, press } from '../../../../test/checkout.ts';
import { createPerson, createRecipient, type Person } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { sendMail } from '../../../../test/outbox.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database.ts';
import { monthsAfter } from '../../../platform/local-time.ts';
import { paymentEffects, trustedContacts } from '../../../wiring.ts';
import { type UserRow, users } from '../../accounts/profile/profile.table.ts';
import { isWaiting, outboxMails } from '../../outbox/messages/mails/mails.table.ts';
import { releaseHeldMails } from '../../outbox/messages/mails/quota/quota.ts';
import { syncDueSubscriptions } from '../subscriptions/sync-all.ts';
import { pastDueNotices } from './past-due.table.ts';
import { remindOfPastDue, remindOfPastDueLater } from './past-due.ts';

let testApp: TestApp;
let owner: Person;
const paidThrough = new Date('2031-01-31T12:00:00Z');
const day = 24 * 60;
let contacts: { email: string; phone: string };
let count = 0;

beforeAll(async () => {
  testApp = await startTestApp({ clock: createTestClock(paidThrough) });
});

beforeEach(async () => {
  testApp.clock.set(minutesAfter(paidThrough, -31 * day));
  // Accounts of earlier tests are not looked at again.
  await testApp.services.db.update(users).set({ subscriptionPlan: 'free' });
  owner = await createPerson(testApp, { firstName: 'Ruth', lastName: 'Alvarez' });
  count += 1;
  contacts = { email: `ines.${count}@example.com`, phone: `+1212555${String(count).padStart(4, '0')}` };
  await createRecipient(owner, { trustedContact: true, firstName: 'Inés', email: contacts.email });
  const byPhone = { trustedContact: true, firstName: 'Samir', email: null, phone: contacts.phone };
  await createRecipient(owner, byPhone);
  await createRecipient(owner, { email: `maya.${count}@example.com` });
  await lapse(testApp, owner, { paidThrough });
});

/** Runs the timer at this instant, and then sends all mails. */
async function at(instant: Date): Promise<void> {
  testApp.clock.set(instant);
  await remindOfPastDue(testApp.services, trustedContacts);
  await send();
}

async function send(): Promise<void> {
  await releaseHeldMails(testApp.services);
  const mine = and(eq(outboxMails.userId, owner.user.id), isWaiting);
  const waiting = await testApp.services.db
    .select()
    .from(outboxMails)
    .where(mine)
    .orderBy(asc(outboxMails.id));
  const now = testApp.clock.now();
  for (const { id, heldUntil } of waiting)
    if (!heldUntil || heldUntil <= now) await sendMail(testApp.services, id);
}

const told = async (to: string) =>
  (await mailTo(testApp.services, to))
    .filter(({ text }) => /keep-current\/|no renewal is set up/.test(text))
    .toReversed();
const subjects = async (to = owner.user.email) => (await told(to)).map(({ subject }) => subject);

async function steps(): Promise<string[]> {
  const mine = eq(pastDueNotices.userId, owner.user.id);
  const rows = await testApp.services.db
    .select()
    .from(pastDueNotices)
    .where(mine)
    .orderBy(asc(pastDueNotices.id));
  return rows.map(({ step }) => step);
}

async function change(fields: Partial<UserRow>): Promise<void> {
  await testApp.services.db.update(users).set(fields).where(eq(users.id, owner.user.id));
}

const remind = () =>
  inTransaction(testApp.services.db, (tx) =>
    remindOfPastDueLater(tx, testApp.services, trustedContacts, owner.user.id),
  );

describe('a plan that is not paid any more', () => {
  test('F36: is told of a week before, at the lapse, and monthly until the grace is over; each once', async () => {
    const ends = [0, 1, 2, 3].map((months) => monthsAfter(paidThrough, months));
    const moments = [minutesAfter(paidThrough, -7 * day), ...ends.map((end) => new Date(end.getTime() + 1))];
    const expected = ['before', 'lapse', 'month-1', 'month-2', 'over'];
    for (const [index, moment] of moments.entries()) {
      await at(new Date(moment.getTime() - 1));
      expect(await steps()).toEqual(expected.slice(0, index));
      for (let time = 0; time < 2; time++) await at(moment);
      expect(await steps()).toEqual(expected.slice(0, index + 1));
    }
    await at(monthsAfter(paidThrough, 12));
    expect(await subjects()).toEqual([
      'Golden Thread is paid until 31 January 2031',
      'Your plan is no longer paid',
      'Your plan has not been paid',
      'Your plan has not been paid',
      'Delivery is no longer guaranteed',
    ]);
    const last = (await told(owner.user.email)).at(-1);
    expect(last?.text).toContain('Three months are due: $60.00. That is the most that is ever asked.');
    expect(last?.text).toContain(await linkFor(testApp, owner));
  });

  test('trusted contacts hear a week after the owner, by text where they have no email; nobody else', async () => {
    await at(new Date(paidThrough.getTime() + 1));
    expect(await told(contacts.email)).toEqual([]);
    await at(minutesAfter(paidThrough, 7 * day + 1));
    for (const to of Object.values(contacts)) {
      const [message, ...more] = await told(to);
      expect(more).toEqual([]);
      expect(message?.text).toContain('One month is due: $20.00.');
      expect(message?.text).toContain(`/keep-current/${await linkFor(testApp, owner)}`);
      expect(message?.text).toContain('Ruth Alvarez');
    }
    expect(await told(`maya.${count}@example.com`)).toEqual([]);
  });

  test('one whose only way is a phone is passed over where nothing sends text messages', async () => {
    testApp.services.config.sms = { kind: 'none' };
    await at(new Date(paidThrough.getTime() + 1));
    await at(minutesAfter(paidThrough, 7 * day + 1));
    testApp.services.config.sms = { kind: 'mailbox' };
    expect([(await told(contacts.email)).length, await told(contacts.phone)]).toEqual([1, []]);
  });

  test('after an outage of weeks only the latest step is told', async () => {
    await at(minutesAfter(monthsAfter(paidThrough, 2), 60));
    expect(await steps()).toEqual(['month-2']);
    expect(await subjects()).toEqual(['Your plan has not been paid']);
  });

  test('a mail that waited for weeks is not sent beside the next', async () => {
    testApp.clock.set(minutesAfter(paidThrough, 60));
    await remindOfPastDue(testApp.services, trustedContacts);
    await at(minutesAfter(monthsAfter(paidThrough, 1), 60));
    expect(await steps()).toEqual(['lapse', 'month-1']);
    expect(await subjects()).toEqual(['Your plan has not been paid']);
    expect(await told(contacts.email)).toHaveLength(1);
  });

  test('paid meanwhile, the mail is no longer wanted, and the next lapse is told of anew', async () => {
    testApp.clock.set(minutesAfter(paidThrough, 60));
    await remindOfPastDue(testApp.services, trustedContacts);
    await press(testApp, await openArrears(testApp, await linkFor(testApp, owner)), 'pay');
    await send();
    expect(await subjects()).toEqual([]);
    await at(minutesAfter(paidThrough, 8 * day));
    expect(await told(contacts.email)).toEqual([]);
    await at(minutesAfter(monthsAfter(paidThrough, 1), 60));
    expect(await subjects()).toEqual(['Your plan is no longer paid']);
  });

  test('while a report of a death is looked into nobody is told; afterwards from where it stood', async () => {
    testApp.clock.set(minutesAfter(paidThrough, 60));
    await remindOfPastDue(testApp.services, trustedContacts);
    await change({ lapseStoppedAt: testApp.clock.now() });
    await send();
    await at(minutesAfter(monthsAfter(paidThrough, 2), 60));
    await remind();
    await send();
    expect([await subjects(), await steps()]).toEqual([[], ['lapse']]);
    const pausedSeconds = Math.round((testApp.clock.now().getTime() - paidThrough.getTime()) / 1000) - 3600;
    await change({ lapseStoppedAt: null, lapsePausedSeconds: pausedSeconds });
    await at(minutesAfter(testApp.clock.now(), 32 * day));
    expect(await steps()).toEqual(['lapse', 'month-1']);
  });

  test.each([
    ['renews at the provider', false],
    ['could not be renewed', true],
  ])('a plan that %s', async (_, isDeclined) => {
    await change({ subscriptionPlan: 'free', paidThrough: null });
    const payment = await choosePlan(testApp, owner, { subscriptionPlan: 'basic' });
    await press(testApp, payment, 'pay');
    await at(minutesAfter(paidThrough, -day));
    expect(await subjects()).not.toContain('Golden Thread is paid until 31 January 2031');
    const url = `/api/sandbox-subscriptions/${payment.paymentId}/renewals`;
    await testApp.app.inject({ method: 'POST', url, payload: { isDeclined } });
    testApp.clock.set(minutesAfter(paidThrough, day));
    await syncDueSubscriptions(testApp.services, paymentEffects);
    await at(minutesAfter(paidThrough, 2 * day));
    expect(await steps()).toEqual(isDeclined ? ['lapse'] : []);
  });

  test('one that its owner cancelled is told of before it ends, and owes nothing while the provider cannot be asked whether it has', async () => {
    await change({ subscriptionPlan: 'free', paidThrough: null });
    await press(testApp, await choosePlan(testApp, owner, { subscriptionPlan: 'basic' }), 'pay');
    await owner.request({ method: 'POST', url: '/api/subscription/cancel' });
    await at(minutesAfter(paidThrough, -5 * day));
    expect(await steps()).toEqual(['before']);
    testApp.clock.set(minutesAfter(paidThrough, day));
    await remind();
    await at(minutesAfter(paidThrough, day));
    expect(await subjects()).toEqual(['Golden Thread is paid until 31 January 2031']);
    await syncDueSubscriptions(testApp.services, paymentEffects);
    await at(minutesAfter(paidThrough, day));
    expect(await steps()).not.toContain('lapse');
  });

  test.each([{ deletionRequestedAt: paidThrough }, { subscriptionPlan: 'free' as const }])(
    'nothing of an account with %o',
    async (fields) => {
      await change(fields);
      await at(minutesAfter(paidThrough, 60));
      await remind();
      expect(await steps()).toEqual([]);
    },
  );
});

describe('a delivery that waits for the payment', () => {
  test('the living owner is told once for each lapse', async () => {
    testApp.clock.set(minutesAfter(paidThrough, 60));
    for (let time = 0; time < 3; time++) await remind();
    await send();
    expect(await subjects()).toEqual(['Something that you left is waiting']);
    expect(await told(contacts.email)).toEqual([]);
  });

  test('after the death only trusted contacts are told, once, and only where it had lapsed before', async () => {
    const died = minutesAfter(paidThrough, 20 * day);
    await change({ lapseStoppedAt: died, memorialisedAt: died });
    await at(minutesAfter(died, 200 * day));
    for (let time = 0; time < 3; time++) await remind();
    await send();
    expect(await subjects()).toEqual([]);
    for (const to of Object.values(contacts)) expect(await told(to)).toHaveLength(1);
    expect((await told(contacts.email))[0]?.text).toMatch(
      /We are sorry that Ruth Alvarez has died[\s\S]*One month is due/,
    );
    await change({ lapseStoppedAt: minutesAfter(paidThrough, -1), paidThrough: monthsAfter(paidThrough, 1) });
    await remind();
    expect(await steps()).toEqual(['death']);
  });
});
