import { eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import type {
  Availability,
  CounselorBooking,
  PlacedBooking,
} from '../../../../../shared/care/counselor-bookings.ts';
import type { SessionType } from '../../../../../shared/care/session-catalogue.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { lookUp, type OpenPayment, paymentAt, press } from '../../../../../test/checkout.ts';
import { createPerson, goodPassword, type Person } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import { sandboxPayments } from '../../../../platform/payments/sandbox.table.ts';
import { checkoutSessions } from '../../../billing/payments/checkout-sessions/checkout-sessions.table.ts';
import { refunds } from '../../../billing/payments/refunds/refunds.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { sweepBookings } from './counselor-bookings.jobs.ts';
import { bookingNotes, counselorBookings } from './counselor-bookings.table.ts';

const start = '2031-05-04T12:00:00Z';
const testApp = await startTestApp({ clock: createTestClock(start) });
const { services, clock } = testApp;
const { db } = services;
const url = '/api/counselor-bookings';

let person: Person;
beforeEach(async () => {
  clock.set(start);
  person = await createPerson(testApp, { plan: 'basic' });
});

let days = 0;
/** A day that no other test of this file books. */
function freshDay(): string {
  days += 1;
  return new Date(Date.parse(start) + (10 + days) * 24 * 3_600_000).toISOString().slice(0, 10);
}

const form = (changes: object = {}) => ({
  sessionType: 'individual',
  sessionDate: '2031-06-04',
  sessionTime: '14:00',
  ...changes,
});
const post = (who: Person, changes: object) => who.request({ method: 'POST', url, payload: form(changes) });
const list = async (who: Person) => (await who.request({ url })).json<CounselorBooking[]>();
const cancel = (who: Person, id: string) => who.request({ method: 'POST', url: `${url}/${id}/cancel` });
const reopen = (who: Person, id: string) => who.request({ method: 'POST', url: `${url}/${id}/checkout` });

async function book(who: Person, changes: object = {}): Promise<PlacedBooking> {
  const answer = await post(who, { sessionDate: freshDay(), ...changes });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<PlacedBooking>();
}

async function bookAndPay(who: Person, changes: object = {}): Promise<PlacedBooking> {
  const booking = await book(who, changes);
  await press(testApp, await paymentAt(testApp, booking.checkoutUrl), 'pay');
  return booking;
}

const rowOf = async (id: string) =>
  (await db.select().from(counselorBookings).where(eq(counselorBookings.id, id)))[0];
/** The causes of the refunds for a booking. */
async function causesOf(id: string): Promise<string[]> {
  const rows = await db
    .select({ cause: refunds.cause })
    .from(refunds)
    .innerJoin(checkoutSessions, eq(checkoutSessions.id, refunds.checkoutSessionId))
    .where(eq(checkoutSessions.subjectId, id));
  return rows.map(({ cause }) => cause);
}

async function actsOn(id: string): Promise<string[]> {
  const rows = await db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  return rows.map(({ action }) => action);
}

async function placesLeft(
  who: Person,
  date: string,
  time: string,
): Promise<Record<SessionType, number> | undefined> {
  const answer = await who.request({ url: '/api/counselor-availability', query: { from: date, to: date } });
  return answer.json<Availability>().slots.find((slot) => slot.time === time)?.placesLeft;
}

test.each([
  ['GET', url],
  ['GET', '/api/counselor-availability'],
  ['POST', url],
  ['POST', `${url}/${v7()}/checkout`],
  ['POST', `${url}/${v7()}/cancel`],
] as const)('401: %s %s without a session', async (method, address) => {
  const payload = { ...(method === 'POST' && { payload: form() }) };
  expect((await testApp.app.inject({ method, url: address, ...payload })).statusCode).toBe(401);
});

test('402: all of it but the list and cancelling on the free plan', async () => {
  const free = await createPerson(testApp);
  const answers = [await post(free, {}), await free.request({ url: '/api/counselor-availability' })];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([402, 402]);
  expect(answers[0]?.json()).toMatchObject({ code: 'plan_required' });
  expect(await list(free)).toEqual([]);
});

describe('POST /api/counselor-bookings', () => {
  test('201: the place is kept for half an hour, with the page to pay on', async () => {
    const sessionDate = freshDay();
    const answer = await post(person, { sessionDate: `${sessionDate}T00:00:00.000Z`, notes: ' I am ill. ' });
    expect(answer.statusCode).toBe(201);
    const { checkoutUrl, ...booking } = answer.json<PlacedBooking>();
    expect(booking).toEqual({
      id: expect.any(String),
      sessionType: 'individual',
      sessionDate,
      sessionTime: '14:00',
      startsAt: `${sessionDate}T18:00:00.000Z`,
      price: 75,
      status: 'pending',
      meetingLink: null,
      counselorNotes: null,
      notes: 'I am ill.',
      paidAt: null,
      heldUntil: '2031-05-04T12:30:00.000Z',
      confirmedAt: null,
      cancelledAt: null,
      cancellableUntil: expect.any(String),
      isRefunded: false,
      createdAt: '2031-05-04T12:00:00.000Z',
    });
    const { paymentId } = await paymentAt(testApp, checkoutUrl);
    const page = (await testApp.app.inject(`/api/sandbox-payments/${paymentId}`)).json();
    expect(page).toMatchObject({ amountDollars: 75 });
    expect(JSON.stringify(page)).not.toContain('I am ill');
    expect(await list(person)).toEqual([booking]);
    expect(await actsOn(booking.id)).toEqual(['counselor-booking.placed']);
    expect(await placesLeft(person, sessionDate, '14:00')).toEqual({ individual: 0, group: 8 });
  });

  test.each([
    ['sessionType', 'couple', 'Please choose an individual or a group session'],
    ['sessionDate', undefined, 'Session date is required'],
    ['sessionDate', '', 'Session date is required'],
    ['sessionDate', 'tomorrow', 'Please choose a day from the calendar'],
    ['sessionDate', '2031-02-30', 'Please choose a day from the calendar'],
    ['sessionDate', '2031-05-03', 'This day is over'],
    ['sessionDate', '2032-05-04', 'Sessions can be booked for the next 12 months'],
    ['sessionTime', undefined, 'Session time is required'],
    ['sessionTime', '', 'Session time is required'],
    ['sessionTime', '12:00', 'Please choose one of the times'],
    ['notes', 'a'.repeat(2001), 'Please use at most 2000 characters'],
  ])('400: %s is %j', async (field, value, message) => {
    const answer = await post(person, { [field]: value });
    expect([answer.statusCode, answer.json().fields?.[field]]).toEqual([400, message]);
    expect(await list(person)).toEqual([]);
  });

  test('security 60: 400: a time of today that is over', async () => {
    await later(6 * 60);
    const answer = await post(person, { sessionDate: '2031-05-04' });
    expect(answer.json().fields).toEqual({ sessionTime: 'This time is over' });
  });

  test('security 60: 409: of ten who book one time at once, one gets it', async () => {
    const people = await Promise.all(
      Array.from({ length: 10 }, () => createPerson(testApp, { plan: 'basic' })),
    );
    const sessionDate = freshDay();
    const answers = await Promise.all(people.map((each) => post(each, { sessionDate })));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    const refused = answers.filter(({ statusCode }) => statusCode === 409);
    expect(refused.map((answer) => answer.json().message)).toEqual(
      Array(9).fill('That time has just been taken'),
    );
  });

  test('409: a group has eight places, also when ten come at once', async () => {
    const people = await Promise.all(
      Array.from({ length: 10 }, () => createPerson(testApp, { plan: 'basic' })),
    );
    const sessionDate = freshDay();
    const group = { sessionDate, sessionType: 'group' };
    const answers = await Promise.all(people.map((each) => post(each, group)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(8);
    expect(await placesLeft(person, sessionDate, '14:00')).toEqual({ individual: 1, group: 0 });
  });

  test('201: a session of the other kind takes no place, nor does one that was paid and cancelled', async () => {
    const group = await bookAndPay(person, { sessionType: 'group' });
    const other = await createPerson(testApp, { plan: 'basic' });
    const { id } = await book(other, { sessionDate: group.sessionDate });
    expect((await rowOf(id))?.place).toBe(1);
    await cancel(person, group.id);
    await book(person, { sessionDate: group.sessionDate, sessionType: 'group' });
  });

  test('201: the same time again before it is paid is the same session', async () => {
    const first = await book(person);
    const again = await book(person, { sessionDate: first.sessionDate });
    const group = await book(person, { sessionDate: first.sessionDate, sessionType: 'group' });
    expect((await list(person)).map(({ id, status }) => [id, status])).toEqual([
      [first.id, 'cancelled'],
      [again.id, 'pending'],
      [group.id, 'pending'],
    ]);
  });

  test('409: a second session at a time that is paid for, and a fourth that is not paid', async () => {
    const paid = await bookAndPay(person);
    const twice = await post(person, { sessionDate: paid.sessionDate, sessionType: 'group' });
    expect([twice.statusCode, twice.json().message]).toEqual([
      409,
      'You already have a session at that time',
    ]);
    await book(person);
    await book(person);
    await book(person);
    const fourth = await post(person, { sessionDate: freshDay() });
    expect([fourth.statusCode, fourth.json().message]).toEqual([
      409,
      expect.stringContaining('3 of your sessions are waiting for payment'),
    ]);
  });

  test('security 31: fields that only the server sets are ignored', async () => {
    const sent = { status: 'confirmed', price: 1, paidAt: start, meetingLink: 'https://x.example', place: 8 };
    const { id } = await book(person, sent);
    expect(await rowOf(id)).toMatchObject({
      status: 'pending',
      price: 75,
      paidAt: null,
      meetingLink: null,
      place: 1,
    });
  });
});

describe('a payment', () => {
  test('counts, and the place stays', async () => {
    const booking = await bookAndPay(person);
    await later(31);
    await sweepBookings(services);
    expect(await list(person)).toMatchObject([{ status: 'pending', paidAt: start.replace('Z', '.000Z') }]);
    expect(await placesLeft(person, booking.sessionDate, '14:00')).toEqual({ individual: 0, group: 8 });
    expect(await actsOn(booking.id)).toEqual(['counselor-booking.placed', 'counselor-booking.paid']);
  });

  test('after half an hour unpaid the place is free, before any timer runs, and the page closes with it', async () => {
    const booking = await book(person);
    const payment = await paymentAt(testApp, booking.checkoutUrl);
    clock.advance(30 * 60 - 1);
    person.token = await signInAgain(person);
    expect(await placesLeft(person, booking.sessionDate, '14:00')).toMatchObject({ individual: 0 });
    clock.advance(1);
    expect(await placesLeft(person, booking.sessionDate, '14:00')).toMatchObject({ individual: 1 });
    const other = await createPerson(testApp, { plan: 'premium' });
    await book(other, { sessionDate: booking.sessionDate });
    expect((await reopen(person, booking.id)).json().message).toBe('That time has just been taken');
    await sweepBookings(services);
    expect(await list(person)).toMatchObject([{ status: 'cancelled', isRefunded: false }]);
    const page = (await testApp.app.inject(`/api/sandbox-payments/${payment.paymentId}`)).json();
    expect(page.status).not.toBe('open');
    expect((await reopen(person, booking.id)).statusCode).toBe(409);
  });

  test('late, of a place that is still free, counts; of one that is gone, it is given back', async () => {
    const [kept, lost] = [await book(person), await book(person)];
    const pages = [await paymentAt(testApp, kept.checkoutUrl), await paymentAt(testApp, lost.checkoutUrl)];
    await later(30);
    await book(await createPerson(testApp, { plan: 'basic' }), { sessionDate: lost.sessionDate });
    for (const page of pages) await press(testApp, page, 'pay');
    expect(await list(person)).toMatchObject([
      { id: kept.id, status: 'pending', paidAt: clock.now().toISOString() },
      { id: lost.id, status: 'cancelled', isRefunded: true },
    ]);
    const told = [];
    for (const page of pages) told.push(await lookUp(person, page));
    expect(told, 'the page to which the payer returns').toMatchObject([{}, { owedBackDollars: 75 }]);
    expect(told[0]).not.toHaveProperty('owedBackDollars');
    expect([await causesOf(kept.id), await causesOf(lost.id)]).toEqual([[], ['booking-cancelled']]);
    expect(await actsOn(lost.id)).toContain('counselor-booking.paid-in-vain');
  });

  test('late, of a session that was booked again: one place is taken, and what was paid for another is given back', async () => {
    const group = { sessionType: 'group', sessionDate: freshDay() };
    const first = await book(person, group);
    const late = await paymentAt(testApp, first.checkoutUrl);
    await later(30);
    await sweepBookings(services);
    const again = await bookAndPay(person, group);
    await payLate(late);
    expect(await placesLeft(person, group.sessionDate, '14:00')).toMatchObject({ group: 7 });
    expect([await causesOf(first.id), await causesOf(again.id)]).toEqual([['booking-cancelled'], []]);
    expect(await lookUp(person, late)).toMatchObject({ owedBackDollars: 35 });
  });

  test('late, of a session that was booked again and is not paid: it counts, and the other is given up', async () => {
    const group = { sessionType: 'group', sessionDate: freshDay() };
    const first = await book(person, group);
    const late = await paymentAt(testApp, first.checkoutUrl);
    await later(30);
    await sweepBookings(services);
    const again = await book(person, group);
    await payLate(late);
    expect(await placesLeft(person, group.sessionDate, '14:00')).toMatchObject({ group: 7 });
    await payLate(await paymentAt(testApp, again.checkoutUrl));
    expect(await placesLeft(person, group.sessionDate, '14:00')).toMatchObject({ group: 7 });
    expect([await causesOf(first.id), await causesOf(again.id)]).toEqual([[], ['booking-cancelled']]);
  });

  test('409: no page for one of two kinds at one time once the other is paid; what is paid all the same is given back', async () => {
    const sessionDate = freshDay();
    const alone = await book(person, { sessionDate });
    const page = await paymentAt(testApp, alone.checkoutUrl);
    await bookAndPay(person, { sessionDate, sessionType: 'group' });
    const answer = await reopen(person, alone.id);
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'You already have a session at that time',
    ]);
    await payLate(page);
    expect(await causesOf(alone.id)).toEqual(['booking-cancelled']);
    expect(await placesLeft(person, sessionDate, '14:00')).toEqual({ individual: 1, group: 7 });
  });

  test('409: no page for what is paid, nor once its time has come', async () => {
    const paid = await bookAndPay(person);
    expect((await reopen(person, paid.id)).json().message).toBe('This session does not wait for a payment');
    await later(5 * 60 + 50);
    const soon = await book(person, { sessionDate: start.slice(0, 10) });
    await later(15);
    expect((await reopen(person, soon.id)).json().message).toBe('That time has just been taken');
  });

  test('for a session that nobody confirmed is given back when it would begin', async () => {
    const booking = await bookAndPay(person);
    clock.set(minutesAfter(new Date(booking.startsAt), -1).toISOString());
    await sweepBookings(services);
    expect(await causesOf(booking.id)).toEqual([]);
    clock.advance(60);
    for (let times = 0; times < 2; times++) await sweepBookings(services);
    expect(await rowOf(booking.id)).toMatchObject({ status: 'cancelled', cancelledBy: 'unconfirmed' });
    expect(await causesOf(booking.id)).toEqual(['booking-cancelled']);
    expect(await actsOn(booking.id)).toContain('counselor-booking.begun-unconfirmed');
    await sendMailsAbout(services, booking.id);
    const [mail] = await mailTo(services, person.user.email);
    expect(mail?.text.replaceAll('\n', ' ')).toContain(
      'we could not find a counselor for the individual session',
    );
  });

  test('on a second page is given back', async () => {
    const booking = await book(person);
    const first = await paymentAt(testApp, booking.checkoutUrl);
    const second = (await reopen(person, booking.id)).json<{ url: string }>();
    await press(testApp, await paymentAt(testApp, second.url), 'pay');
    await payLate(first);
    expect(await causesOf(booking.id)).toEqual(['paid-twice']);
    expect(await list(person)).toMatchObject([{ status: 'pending' }]);
  });
});

describe('POST /api/counselor-bookings/:id/cancel', () => {
  test('200: until 24 hours before, and what was paid is given back, once', async () => {
    const booking = await bookAndPay(person);
    clock.set(new Date(Date.parse(booking.startsAt) - 24 * 3_600_000).toISOString());
    person.token = await signInAgain(person);
    const answers = await Promise.all([cancel(person, booking.id), cancel(person, booking.id)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await list(person)).toMatchObject([{ status: 'cancelled', isRefunded: true }]);
    expect(await causesOf(booking.id)).toEqual(['booking-cancelled']);
    expect(await placesLeft(person, booking.sessionDate, '14:00')).toMatchObject({ individual: 1 });
  });

  test('409: a second later', async () => {
    const booking = await bookAndPay(person);
    clock.set(new Date(Date.parse(booking.startsAt) - 24 * 3_600_000 + 1000).toISOString());
    person.token = await signInAgain(person);
    const answer = await cancel(person, booking.id);
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'This session is less than 24 hours away, so it can no longer be cancelled',
    ]);
    expect(await causesOf(booking.id)).toEqual([]);
  });

  test('404: somebody else’s, exactly like one that never was', async () => {
    const { id } = await book(person);
    const other = await createPerson(testApp, { plan: 'basic' });
    const answers = [await cancel(other, id), await cancel(other, v7()), await reopen(other, id)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
    expect(answers[0]?.json()).toEqual(answers[1]?.json());
    expect(await list(person)).toMatchObject([{ status: 'pending' }]);
  });
});

describe('GET /api/counselor-availability', () => {
  test.each([
    [{ from: '2031-06-02', to: '2031-06-01' }],
    [{ from: '2031-06-01', to: '2032-06-02' }],
    [{ from: 'soon' }],
  ])('400: %o', async (query) => {
    expect((await person.request({ url: '/api/counselor-availability', query })).statusCode).toBe(400);
  });

  test('200: the next 31 days, without what is over', async () => {
    const answer = await person.request({ url: '/api/counselor-availability' });
    const { timezone, slots } = answer.json<Availability>();
    expect([timezone, slots.length]).toEqual(['America/New_York', 31 * 7]);
    expect(slots[0]).toMatchObject({
      date: '2031-05-04',
      time: '09:00',
      startsAt: '2031-05-04T13:00:00.000Z',
    });
  });
});

test('200: of more sessions than are listed the latest are, with what is still to come', async () => {
  const next = await bookAndPay(person);
  const startsAt = new Date('2021-05-04T14:00:00Z');
  const slot = {
    sessionType: 'individual',
    sessionDate: '2021-05-04',
    sessionTime: '10:00',
    startsAt,
  } as const;
  const times = { status: 'completed', createdAt: startsAt, updatedAt: startsAt } as const;
  const earlier = { userId: person.user.id, ...slot, price: 75, ...times };
  await db.insert(counselorBookings).values(Array.from({ length: 500 }, () => earlier));
  const listed = await list(person);
  expect([listed.length, listed[0]?.status, listed.at(-1)?.id]).toEqual([500, 'completed', next.id]);
});

test('what is written for the counselor is sealed, and no other text can take its place', async () => {
  const notes = 'My daughter does not know that I am ill';
  const [one, other] = [await book(person, { notes }), await book(person, { notes: 'Other words' })];
  const dump = await db.execute(
    sql`select b::text from counselor_bookings b where user_id = ${person.user.id}`,
  );
  expect(JSON.stringify(dump.rows)).not.toContain('daughter');
  const [row, foreign] = [await rowOf(one.id), await rowOf(other.id)];
  if (!row || !foreign) throw new Error('Not booked');
  expect(bookingNotes.decrypt(services, row, 'notes')).toBe(notes);
  expect(() => bookingNotes.decrypt(services, { ...row, notes: foreign.notes }, 'notes')).toThrow();
  expect(() =>
    bookingNotes.decrypt(services, { ...row, counselorNotes: row.notes }, 'counselorNotes'),
  ).toThrow();
});

/** Pays on a page that we have closed: a provider may be asked to close it while it is being paid. */
async function payLate(page: OpenPayment): Promise<void> {
  await db
    .update(sandboxPayments)
    .set({ expiresAt: minutesAfter(clock.now(), 60) })
    .where(eq(sandboxPayments.id, page.paymentId));
  expect((await press(testApp, page, 'pay')).statusCode).toBe(200);
}

/** Being idle for that long ends the session. */
async function later(minutes: number): Promise<void> {
  clock.advance(minutes * 60);
  person.token = await signInAgain(person);
}

async function signInAgain({ user }: Person): Promise<string> {
  const payload = { email: user.email, password: goodPassword };
  const answer = await testApp.app.inject({ method: 'POST', url: '/api/auth/login', payload });
  return answer.json<{ token: string }>().token;
}
