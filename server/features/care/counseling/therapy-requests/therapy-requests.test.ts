import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PlacedBooking } from '../../../../../shared/care/counselor-bookings.ts';
import type {
  StaffTherapyRequest,
  StaffTherapyRequestList,
} from '../../../../../shared/care/staff-therapy-requests.ts';
import type { TherapyRequest } from '../../../../../shared/care/therapy-requests.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createPerson, createStaff, type Person } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { maxWaitingRequests } from './make-request.ts';
import { therapyRequests } from './therapy-requests.table.ts';
import { countTherapyRequests } from './therapy-requests.ts';

const start = '2031-05-04T12:00:00Z';
const testApp = await startTestApp({ clock: createTestClock(start) });
const { services, clock } = testApp;
const { db } = services;
const ownPath = '/api/therapy-requests';
const staffPath = '/api/admin/therapy-requests';
const words = { reason: 'My illness is back', specialRequests: 'A quiet room, please' };
const asked = {
  sessionType: 'individual',
  preferredDate: '2031-05-20',
  preferredTime: 'after 19:00',
  ...words,
};
const offer = { date: '2031-05-21', time: '18:30', therapistAssigned: 'Dr. Ellis' };
const reason = 'Dr. Ellis is free';

let agnes: Person;
let ruth: Person;
beforeEach(async () => {
  clock.set(start);
  agnes = await createStaff(testApp);
  ruth = await createPerson(testApp, { plan: 'basic' });
});

const ask = (form: object = asked, who = ruth) =>
  who.request({ method: 'POST', url: ownPath, payload: form });
const own = async (who = ruth) => (await who.request({ url: ownPath })).json<TherapyRequest[]>();
const book = (id: string, who = ruth) => who.request({ method: 'POST', url: `${ownPath}/${id}/book` });

async function made(): Promise<StaffTherapyRequest> {
  const { id } = (await ask()).json<TherapyRequest>();
  return (await agnes.request({ url: `${staffPath}/${id}` })).json<StaffTherapyRequest>();
}

function act(
  request: StaffTherapyRequest,
  what: 'answer' | 'decline' | 'notes',
  more: object = {},
  who = agnes,
) {
  const { id, status, scheduledDate, adminNotesVersion } = request;
  const seen = { status, scheduledDate, adminNotesVersion };
  const payload = { reason, seen, ...(what === 'answer' && offer), ...more };
  return who.request({
    method: what === 'notes' ? 'PUT' : 'POST',
    url: `${staffPath}/${id}/${what}`,
    payload,
  });
}

async function done(...args: Parameters<typeof act>): Promise<StaffTherapyRequest> {
  const answer = await act(...args);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<StaffTherapyRequest>();
}

async function mailsAbout(id: string) {
  await sendMailsAbout(services, id);
  return (await mailTo(services, ruth.user.email)).filter(({ subject }) =>
    /session|time/i.test(subject ?? ''),
  );
}

const rowOf = async (id: string) =>
  (await db.select().from(therapyRequests).where(eq(therapyRequests.id, id)))[0];

describe('what the owner asks', () => {
  test('is theirs to read, and sealed in the database', async () => {
    const answer = await ask();
    expect(answer.statusCode).toBe(201);
    const { id } = answer.json<TherapyRequest>();
    expect(await own()).toMatchObject([{ id, ...asked, status: 'pending', therapistAssigned: null }]);
    const row = await rowOf(id);
    expect(row?.reason).toBeTruthy();
    for (const said of Object.values(words)) expect(JSON.stringify(row)).not.toContain(said);
  });

  test('stands in no audit entry, no mail, no list of staff and nobody else’s answers', async () => {
    const [request, maya] = [await made(), await createPerson(testApp, { plan: 'basic' })];
    await done(request, 'answer');
    const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, request.id));
    const list = await agnes.request({
      url: staffPath,
      query: { owner: ruth.user.email, status: 'scheduled' },
    });
    expect(list.json<StaffTherapyRequestList>().requests).toMatchObject([{ id: request.id, hasWords: true }]);
    const seen = [
      JSON.stringify(entries),
      JSON.stringify(await mailsAbout(request.id)),
      list.body,
      (await agnes.request({ url: `${staffPath}/${request.id}` })).body,
      (await maya.request({ url: ownPath })).body,
    ];
    expect(entries).toHaveLength(2);
    for (const text of seen) for (const said of Object.values(words)) expect(text).not.toContain(said);
  });

  test.each([
    ['a day that is over', { preferredDate: '2031-05-03' }, 'preferredDate'],
    ['no time', { preferredTime: '  ' }, 'preferredTime'],
    ['a kind that there is not', { sessionType: 'family' }, 'sessionType'],
    ['10,000 characters', { reason: 'x'.repeat(10_000) }, 'reason'],
  ])('%s is a 400 on its field', async (_, wrong, field) => {
    const answer = await ask({ ...asked, ...wrong });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field]);
    expect(await own()).toEqual([]);
  });

  test('a free plan asks nothing: 402', async () => {
    expect((await ask(asked, await createPerson(testApp))).statusCode).toBe(402);
  });

  test('five may wait, also where six are made at once', async () => {
    const answers = await Promise.all(Array.from({ length: maxWaitingRequests + 1 }, () => ask()));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(maxWaitingRequests);
    expect(answers.find(({ statusCode }) => statusCode !== 201)?.statusCode).toBe(409);
    expect(await own()).toHaveLength(maxWaitingRequests);
  });
});

describe('what staff answer', () => {
  test('a time and a therapist: the owner is told, and books and pays just that', async () => {
    const waiting = (await countTherapyRequests(services, { timezone: 'UTC' })).count;
    const request = await made();
    expect((await countTherapyRequests(services, { timezone: 'UTC' })).count).toBe(waiting + 1);
    const answered = await done(request, 'answer');
    expect(answered).toMatchObject({ status: 'scheduled', scheduledDate: '2031-05-21T22:30:00.000Z' });
    expect((await mailsAbout(request.id)).at(-1)?.text).toContain('Dr. Ellis');
    expect(await own()).toMatchObject([
      { status: 'scheduled', therapistAssigned: 'Dr. Ellis', bookingId: null },
    ]);

    const placed = (await book(request.id)).json<PlacedBooking>();
    expect(placed).toMatchObject({ startsAt: answered.scheduledDate, price: 75, notes: words.reason });
    expect(placed.checkoutUrl).toBeTruthy();
    expect(await own()).toMatchObject([{ bookingId: placed.id }]);
    // Once booked it is a session, and is no longer answered.
    const booked = (await agnes.request({ url: `${staffPath}/${request.id}` })).json<StaffTherapyRequest>();
    expect(booked.acts).toEqual([]);
    expect((await act(booked, 'decline')).statusCode).toBe(409);
  });

  test('no time: the owner is told, and has nothing to book', async () => {
    const request = await made();
    expect(await done(request, 'decline')).toMatchObject({ status: 'declined', acts: ['answer'] });
    expect(await mailsAbout(request.id)).toHaveLength(1);
    expect((await book(request.id)).statusCode).toBe(409);
  });

  test('an offer is withdrawn, and another one is made later', async () => {
    const offered = await done(await made(), 'answer');
    const withdrawn = await done(offered, 'decline');
    expect(withdrawn).toMatchObject({ status: 'declined', scheduledDate: null, therapistAssigned: null });
    expect((await book(offered.id)).statusCode).toBe(409);
    const again = await done(withdrawn, 'answer', { date: '2031-05-28' });
    expect(again).toMatchObject({ status: 'scheduled', scheduledDate: '2031-05-28T22:30:00.000Z' });
  });

  test('an offer whose time is over is not booked', async () => {
    const { id } = await done(await made(), 'answer', { date: '2031-05-04', time: '08:10' });
    clock.advance(11 * 60);
    expect((await book(id)).statusCode).toBe(409);
  });

  test('an offer is not booked once there is no paid plan any more: 402', async () => {
    const { id } = await done(await made(), 'answer');
    await db.update(users).set({ subscriptionPlan: 'free' }).where(eq(users.id, ruth.user.id));
    expect((await book(id)).statusCode).toBe(402);
    expect(await own()).toMatchObject([{ id, bookingId: null }]);
  });

  test.each([
    ['a time that is over', { date: '2031-05-04', time: '08:00' }, 'date'],
    ['a time that there is not', { time: '25:00' }, 'time'],
    ['no therapist', { therapistAssigned: ' ' }, 'therapistAssigned'],
    [
      'a therapist of two lines',
      { therapistAssigned: 'Dr. Ellis\r\nBcc: x@example.com' },
      'therapistAssigned',
    ],
    ['no reason', { reason: ' ' }, 'reason'],
    ['a reason of 10,000 characters', { reason: 'x'.repeat(10_000) }, 'reason'],
  ])('%s is a 400, and nothing is written', async (_, wrong, field) => {
    const request = await made();
    const answer = await act(request, 'answer', wrong);
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json<{ fields: object }>().fields).toHaveProperty(field);
    expect(await rowOf(request.id)).toMatchObject({ status: 'pending', answeredAt: null });
  });

  test('notes are sealed, and opened with a reason that is in the audit log', async () => {
    const adminNotes = 'Has a stairlift';
    const request = await done(await made(), 'notes', { adminNotes });
    expect(request.hasAdminNotes).toBe(true);
    expect(JSON.stringify(await rowOf(request.id))).not.toContain(adminNotes);
    const url = `${staffPath}/${request.id}/open-notes`;
    expect((await agnes.request({ method: 'POST', url, payload: { reason: '' } })).statusCode).toBe(400);
    const opened = await agnes.request({ method: 'POST', url, payload: { reason: 'Finding a time' } });
    expect(opened.json()).toEqual({ ...words, adminNotes });
    const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, request.id));
    expect(entries.map(({ action }) => action)).toContain('therapy-request.read-by-staff');
    expect(JSON.stringify([entries, await own()])).not.toContain(adminNotes);
  });
});

describe('two at once', () => {
  test('of two answers one counts, the other learns what changed', async () => {
    const [request, tom] = [await made(), await createStaff(testApp)];
    const answers = await Promise.all([act(request, 'answer'), act(request, 'decline', {}, tom)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const lost = answers.find(({ statusCode }) => statusCode === 409);
    expect(lost?.json<{ fields: object }>().fields).toHaveProperty('status');
    expect(await mailsAbout(request.id)).toHaveLength(1);
  });

  test('of two who write notes the second learns that there are others now', async () => {
    const [request, tom] = [await made(), await createStaff(testApp)];
    const first = await done(request, 'notes', { adminNotes: 'Rang, no answer' });
    const late = await act(request, 'notes', { adminNotes: 'Moved away' }, tom);
    expect([late.statusCode, Object.keys(late.json().fields)]).toEqual([409, ['adminNotes']]);
    await done(first, 'notes', { adminNotes: 'Rang twice' }, tom);
  });

  test('an offer that is booked twice makes one session that waits for its payment', async () => {
    const { id } = await done(await made(), 'answer', { date: '2031-06-02' });
    const answers = await Promise.all([book(id), book(id)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    const bookings = (await ruth.request({ url: '/api/counselor-bookings' })).json<{ status: string }[]>();
    expect(bookings.map(({ status }) => status).sort()).toEqual(['cancelled', 'pending']);
  });

  test('booked while it is withdrawn: never both', async () => {
    const offered = await done(await made(), 'answer');
    const [booked, withdrawn] = await Promise.all([book(offered.id), act(offered, 'decline')]);
    expect([booked.statusCode, withdrawn.statusCode].sort()).toEqual(
      booked.statusCode === 201 ? [201, 409] : [200, 409],
    );
    const row = await rowOf(offered.id);
    expect(row?.bookingId !== null).toBe(row?.status === 'scheduled');
  });
});

test('200: of more requests than are listed the latest are, so that what is offered can be booked', async () => {
  const { sessionType, preferredDate, preferredTime } = asked;
  const before = { userId: ruth.user.id, sessionType: 'individual', preferredDate, preferredTime } as const;
  const times = { createdAt: clock.now(), updatedAt: clock.now(), status: 'declined' } as const;
  await db.insert(therapyRequests).values(Array.from({ length: 200 }, () => ({ ...before, ...times })));
  const { id } = await done(await made(), 'answer');
  const listed = await own();
  expect([listed.length, listed.at(-1)?.id]).toEqual([200, id]);
  expect(listed[0]).toMatchObject({ sessionType, status: 'declined' });
});

test('somebody else’s request is not found, and neither is one that there is not', async () => {
  const [{ id }, maya] = [await done(await made(), 'answer'), await createPerson(testApp, { plan: 'basic' })];
  const unknown = '01890000-0000-7000-8000-000000000000';
  const [foreign, none] = [await book(id, maya), await book(unknown, maya)];
  expect([foreign.statusCode, none.statusCode]).toEqual([404, 404]);
  expect(foreign.json()).toEqual(none.json());
  expect((await agnes.request({ url: `${staffPath}/${unknown}` })).statusCode).toBe(404);
  expect(await rowOf(id)).toMatchObject({ bookingId: null });
});
