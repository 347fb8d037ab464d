import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ArrearsPayment, KeepCurrentPage } from '../../../../shared/billing/keep-current.ts';
import { createTestClock, eventually, startTestApp, type TestApp } from '../../../../test/app.ts';
import {
  type InArrears,
  lapse,
  leo,
  linkFor,
  openArrears,
  ownerInArrears,
} from '../../../../test/arrears.ts';
import { choosePlan, type OpenPayment, press, simulate } from '../../../../test/checkout.ts';
import { createPerson, type Person } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../test/outbox.ts';
import { inTransaction } from '../../../platform/database.ts';
import { monthsAfter } from '../../../platform/local-time.ts';
import { paySandboxPayment } from '../../../platform/payments/sandbox.ts';
import { paymentEffects } from '../../../wiring.ts';
import { type UserRow, users } from '../../accounts/profile/profile.table.ts';
import { updateUser } from '../../accounts/profile/profile.ts';
import { outboxMails } from '../../outbox/messages/mails/mails.table.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { receivePaymentEvent } from '../payments/payment-events/payment-events.ts';
import { refunds } from '../payments/refunds/refunds.table.ts';
import { keepCurrentLinks } from './past-due.table.ts';
import { openLinks, settleLinks } from './past-due.ts';

let testApp: TestApp;
let arrears: InArrears;
const start = new Date('2031-03-15T09:00:00Z');

beforeAll(async () => {
  testApp = await startTestApp({ clock: createTestClock(start) });
});

beforeEach(async () => {
  testApp.clock.set(start);
  arrears = await ownerInArrears(testApp);
});

const read = (token: string) => testApp.app.inject(`/api/keep-current/${token}`);
const pageOf = async (token = arrears.token) => (await read(token)).json<KeepCurrentPage>();

async function owner(): Promise<UserRow | undefined> {
  const [row] = await testApp.services.db.select().from(users).where(eq(users.id, arrears.owner.user.id));
  return row;
}

function change(fields: Partial<UserRow>): Promise<unknown> {
  const { services } = testApp;
  return inTransaction(services.db, (tx) => updateUser(tx, services, arrears.owner.user.id, fields));
}

const look = async ({ sessionId }: OpenPayment, token = arrears.token) =>
  testApp.app.inject(`/api/keep-current/${token}/payments/${sessionId}`);

async function owed({ sessionId }: OpenPayment) {
  return testApp.services.db.select().from(refunds).where(eq(refunds.checkoutSessionId, sessionId));
}

/** Pays at the provider without anybody here hearing of it. */
async function payUnheard({ paymentId }: OpenPayment): Promise<void> {
  await paySandboxPayment(testApp.services.db, testApp.clock.now(), paymentId);
}

function hear({ paymentId }: OpenPayment): Promise<void> {
  const at = testApp.clock.now();
  return receivePaymentEvent(testApp.services, paymentEffects, {
    id: `${paymentId}:paid`,
    type: 'paid',
    paymentId,
    at,
  });
}

const unknown = 'A'.repeat(43);

describe('GET /api/keep-current/:token', () => {
  test('security 53: 404: unknown, settled long ago or of an erased account, in the same words', async () => {
    const dead = await read(unknown);
    expect(dead.statusCode).toBe(404);
    const { db } = testApp.services;
    await change({ paidThrough: monthsAfter(start, 6) });
    await settleLinks(testApp.services);
    testApp.clock.set(new Date(start.getTime() + 29 * 24 * 3_600_000));
    expect(await pageOf()).toMatchObject({ state: 'current' });
    testApp.clock.set(new Date(start.getTime() + 30 * 24 * 3_600_000));
    expect((await read(arrears.token)).body).toBe(dead.body);
    const gone = await ownerInArrears(testApp);
    await db.delete(users).where(eq(users.id, gone.owner.user.id));
    expect((await read(gone.token)).body).toBe(dead.body);
    expect((await read('cut-short')).statusCode).toBe(404);
  });

  test('200: who it is for, what is due and until when, and nothing else of the account', async () => {
    const { headers, body } = await read(arrears.token);
    expect(JSON.parse(body)).toEqual({
      ownerFirstName: 'Ruth',
      ownerName: 'Ruth Alvarez',
      planName: 'Golden Thread',
      state: 'due',
      paidThrough: '2031-01-16T09:00:00.000Z',
      monthsDue: 2,
      months: [
        { from: '2031-01-16T09:00:00.000Z', to: '2031-02-16T09:00:00.000Z', amountDollars: 20 },
        { from: '2031-02-16T09:00:00.000Z', to: '2031-03-16T09:00:00.000Z', amountDollars: 20 },
      ],
      amountDollars: 40,
      graceEndsAt: '2031-04-16T09:00:00.000Z',
      securesUntil: '2031-03-16T09:00:00.000Z',
      stoppedAt: null,
    });
    expect(headers).toMatchObject({
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
    });
    const { user } = arrears.owner;
    for (const theirs of [user.id, user.email]) expect(body).not.toContain(theirs);
  });

  test('F36: 200: after the grace it is late, and never more than three months', async () => {
    testApp.clock.set(new Date('2031-04-16T09:00:00.000Z'));
    expect(await pageOf()).toMatchObject({ state: 'due', monthsDue: 3, amountDollars: 60 });
    testApp.clock.advance(0.001);
    expect(await pageOf()).toMatchObject({ state: 'late', monthsDue: 3, amountDollars: 60 });
  });

  test('200: after the owner’s death the months stand still, however late it is', async () => {
    const died = new Date('2031-03-03T23:59:59Z');
    await change({ memorialisedAt: start, lapseStoppedAt: died });
    const page = await pageOf();
    testApp.clock.set(monthsAfter(start, 9));
    expect(await pageOf()).toEqual(page);
    expect(page).toMatchObject({
      state: 'due',
      monthsDue: 2,
      graceEndsAt: null,
      stoppedAt: died.toISOString(),
    });
  });

  test.each([{ subscriptionPlan: 'free' as const }, { deletionRequestedAt: start }])(
    '200: closed: %o',
    async (fields) => {
      await change(fields);
      expect(await pageOf()).toMatchObject({ state: 'closed', months: [], amountDollars: 0 });
    },
  );
});

describe('POST /api/keep-current/:token/checkout', () => {
  const open = (token: string, payload: object = leo) =>
    testApp.app.inject({ method: 'POST', url: `/api/keep-current/${token}/checkout`, payload });

  test('400: no address, one that is none, a name of 300 letters; 404: no such link', async () => {
    const bad = [
      {},
      { payerEmail: 'leo' },
      { ...leo, payerName: 'x'.repeat(300) },
      { ...leo, payerName: 'a\u0000b' },
    ];
    for (const payload of bad) expect((await open(arrears.token, payload)).statusCode).toBe(400);
    expect((await open(unknown)).statusCode).toBe(404);
  });

  test('409: nothing is due', async () => {
    await change({ paidThrough: monthsAfter(start, 1) });
    expect((await open(arrears.token)).statusCode).toBe(409);
  });

  test('security 56: 201: the amount is the server’s, whatever is sent with it', async () => {
    const answer = await open(arrears.token, { ...leo, amountDollars: 1, amount: 1, months: 1 });
    const { paymentId } = { paymentId: answer.json<{ url: string }>().url.split('/').at(-1) };
    const page = (await testApp.app.inject(`/api/sandbox-payments/${paymentId}`)).json();
    expect(page).toMatchObject({ amountDollars: 40, lines: [{ amountDollars: 20 }, { amountDollars: 20 }] });
    expect(page.successUrl).toMatch(new RegExp(`/keep-current/${arrears.token}\\?session_id=`));
  });
});

describe('a payment of what is due', () => {
  test('brings the account forward; the payer has a receipt, and the owner hears who it was', async () => {
    const payment = await openArrears(testApp, arrears.token);
    expect((await look(payment)).json<ArrearsPayment>()).toMatchObject({ isPaid: false });
    await press(testApp, payment, 'pay');
    expect(await owner()).toMatchObject({
      subscriptionPlan: 'basic',
      paidThrough: monthsAfter(arrears.paidThrough, 2),
    });
    expect((await look(payment)).json<ArrearsPayment>()).toEqual({
      isPaid: true,
      amountDollars: 40,
      paidAt: start.toISOString(),
      payerName: 'Leo Alvarez',
      owedBackDollars: 0,
      paidThrough: '2031-03-16T09:00:00.000Z',
    });
    expect(await pageOf()).toMatchObject({ state: 'current' });
    const { db } = testApp.services;
    const mails = await db.select().from(outboxMails).where(eq(outboxMails.userId, arrears.owner.user.id));
    const kinds = mails.map(({ kind, toAddress }) => [kind, toAddress]);
    expect(kinds).toContainEqual(['payer-receipt', leo.payerEmail]);
    expect(kinds.map(([kind]) => kind)).not.toContain('payment-received');
    await sendMailsAbout(testApp.services, payment.sessionId);
    const [toOwner] = await mailTo(testApp.services, arrears.owner.user.email);
    expect(toOwner).toMatchObject({ subject: 'Leo Alvarez has paid for your account' });
    const acts = await db.select().from(auditLog).where(eq(auditLog.subjectId, payment.sessionId));
    expect(acts.map(({ action, actor }) => [action, actor])).toEqual([
      ['checkout.paid', 'payer'],
      ['arrears.paid', 'payer'],
    ]);
  });

  test('by the owner, with any capitals in the address, is not told to the owner', async () => {
    const { email } = arrears.owner.user;
    await press(
      testApp,
      await openArrears(testApp, arrears.token, { payerEmail: email.toUpperCase() }),
      'pay',
    );
    const told = and(eq(outboxMails.userId, arrears.owner.user.id), eq(outboxMails.kind, 'arrears-paid'));
    expect(await testApp.services.db.$count(outboxMails, told)).toBe(0);
  });

  test('by somebody who gave no name: the owner hears that somebody paid, and not from which address', async () => {
    const { payerEmail } = leo;
    const payment = await openArrears(testApp, arrears.token, { payerEmail });
    await press(testApp, payment, 'pay');
    await sendMailsAbout(testApp.services, payment.sessionId);
    const [toOwner] = await mailTo(testApp.services, arrears.owner.user.email);
    expect(toOwner?.subject).toBe('Somebody has paid for your account');
    expect(toOwner?.text).toMatch(
      /On \d+ March 2031 somebody who gave no name paid \$40\.00 that was due on your account\./,
    );
    expect(toOwner?.text).not.toContain(payerEmail);
  });

  test('by two at once: one pays, and all of the other payment is owed back', async () => {
    const [first, second] = [
      await openArrears(testApp, arrears.token),
      await openArrears(testApp, arrears.token),
    ];
    await Promise.all([payUnheard(first), payUnheard(second)]);
    await Promise.all([hear(first), hear(second), hear(first), hear(second)]);
    expect(await owner()).toMatchObject({ paidThrough: monthsAfter(arrears.paidThrough, 2) });
    const rows = [...(await owed(first)), ...(await owed(second))];
    expect(rows).toMatchObject([{ cause: 'arrears-paid-twice', amount: 40, givenBackAt: null }]);
  });

  test('closes the pages of the others', async () => {
    const [first, second] = [
      await openArrears(testApp, arrears.token),
      await openArrears(testApp, arrears.token),
    ];
    await press(testApp, first, 'pay');
    expect((await press(testApp, second, 'pay')).statusCode).toBe(409);
    expect(await owed(second)).toEqual([]);
  });

  test('closes a page on which the owner would pay for the same days once more', async () => {
    const own = await choosePlan(testApp, arrears.owner, { subscriptionPlan: 'basic' });
    await press(testApp, await openArrears(testApp, arrears.token), 'pay');
    expect((await press(testApp, own, 'pay')).statusCode).toBe(409);
  });

  test('that another month has overtaken counts for its months, and the link goes on', async () => {
    testApp.clock.set(new Date('2031-03-16T08:59:00.000Z'));
    const payment = await openArrears(testApp, arrears.token);
    testApp.clock.advance(120);
    await press(testApp, payment, 'pay');
    expect(await owner()).toMatchObject({ paidThrough: monthsAfter(arrears.paidThrough, 2) });
    expect(await owed(payment)).toEqual([]);
    expect(await pageOf()).toMatchObject({ state: 'due', monthsDue: 1, amountDollars: 20 });
    await press(testApp, await openArrears(testApp, arrears.token), 'pay');
    expect(await pageOf()).toMatchObject({ state: 'current' });
  });

  test('F36: made in the last moment of the grace and heard of three days later counts as made within it', async () => {
    const payment = await openArrears(testApp, arrears.token);
    const others = await ownerInArrears(testApp, { paidThrough: monthsAfter(start, -3) });
    const last = await openArrears(testApp, others.token);
    await payUnheard(last);
    testApp.clock.advance(3 * 24 * 3600);
    await hear(last);
    const [row] = await testApp.services.db.select().from(users).where(eq(users.id, others.owner.user.id));
    expect(row).toMatchObject({ paidThrough: start, paidSince: null });
    expect(await owed(payment)).toEqual([]);
  });

  test('of more than is due by then pays it, and the rest is owed back', async () => {
    const payment = await openArrears(testApp, arrears.token);
    await change({ paidThrough: monthsAfter(arrears.paidThrough, 1) });
    await press(testApp, payment, 'pay');
    expect(await owner()).toMatchObject({ paidThrough: monthsAfter(arrears.paidThrough, 2) });
    expect(await owed(payment)).toMatchObject([{ amount: 20, cause: 'arrears-paid-twice' }]);
    expect((await look(payment)).json<ArrearsPayment>()).toMatchObject({ owedBackDollars: 20 });
  });
});

test('a payment that we hear of after the deletion was asked for is given back at once, and moves nothing', async () => {
  const payment = await openArrears(testApp, arrears.token);
  await payUnheard(payment);
  await change({ deletionRequestedAt: start });
  await hear(payment);
  expect(await owner()).toMatchObject({ paidThrough: arrears.paidThrough });
  expect(await owed(payment)).toMatchObject([
    { cause: 'account-leaving', amount: 40, startedAt: expect.any(Date) },
  ]);
});

describe('GET /api/keep-current/:token/payments/:sessionId', () => {
  test('security 56: 404: a payment of another account, or for something else', async () => {
    const payment = await openArrears(testApp, arrears.token);
    const other = await ownerInArrears(testApp);
    expect((await look(payment, other.token)).statusCode).toBe(404);
    expect((await look(payment, unknown)).statusCode).toBe(404);
    expect((await look({ ...payment, sessionId: other.owner.user.id })).statusCode).toBe(404);
  });
});

describe('GET /api/keep-current', () => {
  test('200: the owner’s link while something is due', async () => {
    const own = async () =>
      (await arrears.owner.request({ url: '/api/keep-current' })).json<{ url: string | null }>();
    expect((await own()).url).toMatch(new RegExp(`/keep-current/${arrears.token}$`));
    await press(testApp, await openArrears(testApp, arrears.token), 'pay');
    expect(await own()).toEqual({ url: null });
    const stranger = await createPerson(testApp);
    expect((await stranger.request({ url: '/api/keep-current' })).json()).toEqual({ url: null });
  });
});

describe('a link is there as soon as something is due', () => {
  const own = async (owner: Person) =>
    (await owner.request({ url: '/api/keep-current' })).json<{ url: string | null }>().url;
  const tokenAt = (url: string | null) => url?.split('/').at(-1) ?? '';

  test('at the very moment in which a plan ends; until then it says that nothing is due', async () => {
    const owner = await createPerson(testApp);
    const paidThrough = new Date(start.getTime() + 10 * 60_000);
    await lapse(testApp, owner, { paidThrough });
    for (let twice = 0; twice < 2; twice++) {
      await openLinks(testApp.services);
      await settleLinks(testApp.services);
    }
    expect(await own(owner)).toBeNull();
    const token = await linkFor(testApp, owner);
    expect(await pageOf(token)).toMatchObject({ state: 'current', months: [] });
    testApp.clock.set(paidThrough);
    testApp.clock.advance(0.001);
    expect(tokenAt(await own(owner))).toBe(token);
    expect(await pageOf(token)).toMatchObject({ state: 'due', monthsDue: 1 });
  });

  test('when the provider tells of a plan that ended long ago', async () => {
    const owner = await createPerson(testApp);
    const bought = await choosePlan(testApp, owner, { subscriptionPlan: 'basic' });
    await press(testApp, bought, 'pay');
    await simulate(testApp, bought, 'renewals', { isDeclined: true });
    await simulate(testApp, bought, 'months', { months: 2 });
    await testApp.work();
    const url = await eventually(() => own(owner), 'the link of a plan that ended long ago');
    expect(await pageOf(tokenAt(url))).toMatchObject({ state: 'due', monthsDue: 1 });
  });

  test('one made ahead is settled once the plan goes on, and deleted when it opens nothing any more', async () => {
    const owner = await createPerson(testApp);
    await lapse(testApp, owner, { paidThrough: new Date(start.getTime() + 3_600_000) });
    await openLinks(testApp.services);
    const mine = eq(keepCurrentLinks.userId, owner.user.id);
    const links = () => testApp.services.db.select().from(keepCurrentLinks).where(mine);
    await lapse(testApp, owner, { paidThrough: monthsAfter(start, 2) });
    await settleLinks(testApp.services);
    expect(await links()).toMatchObject([{ settledAt: start }]);
    testApp.clock.advance(31 * 24 * 3600);
    await settleLinks(testApp.services);
    expect(await links()).toEqual([]);
  });
});

test('each lapse has a link of its own; the same lapse the same one', async () => {
  expect(await linkFor(testApp, arrears.owner)).toBe(arrears.token);
  await change({ paidThrough: monthsAfter(start, 1) });
  await settleLinks(testApp.services);
  testApp.clock.set(monthsAfter(start, 2));
  expect(await linkFor(testApp, arrears.owner)).not.toBe(arrears.token);
  const mine = eq(keepCurrentLinks.userId, arrears.owner.user.id);
  expect(await testApp.services.db.$count(keepCurrentLinks, mine)).toBe(2);
});
