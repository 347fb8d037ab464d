import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CounselorBooking, PlacedBooking } from '../../../../../shared/care/counselor-bookings.ts';
import type { StaffBooking, StaffBookingList } from '../../../../../shared/care/staff-counselor-bookings.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { paymentAt, press } from '../../../../../test/checkout.ts';
import {
  createPerson,
  createRecipient,
  createStaff,
  goodPassword,
  type Person,
} from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { sweepMeetingLinks } from './counselor-bookings.jobs.ts';
import { counselorBookings } from './counselor-bookings.table.ts';
import { countBookings } from './counselor-bookings.ts';

const start = '2031-05-04T12:00:00Z';
const testApp = await startTestApp({ clock: createTestClock(start) });
const { services, clock } = testApp;
const { db } = services;
const path = '/api/admin/counselor-bookings';
const meetingLink = 'https://meet.example.com/quiet-room';
const reason = 'It suits Dr. Ellis';

let agnes: Person;
let ruth: Person;
beforeEach(async () => {
  clock.set(start);
  agnes = await createStaff(testApp);
  ruth = await createPerson(testApp, { plan: 'basic' });
});

let days = 0;
async function booked(sessionType = 'individual'): Promise<StaffBooking> {
  days += 1;
  const sessionDate = new Date(Date.parse(start) + (20 + days) * 24 * 3_600_000).toISOString().slice(0, 10);
  const payload = { sessionType, sessionDate, sessionTime: '14:00', notes: 'About my illness' };
  const answer = await ruth.request({ method: 'POST', url: '/api/counselor-bookings', payload });
  const booking = answer.json<PlacedBooking>();
  await press(testApp, await paymentAt(testApp, booking.checkoutUrl), 'pay');
  return (await agnes.request({ url: `${path}/${booking.id}` })).json<StaffBooking>();
}

const seenOf = ({ status, startsAt, meetingLink: link, counselorNotesVersion }: StaffBooking) => ({
  status,
  startsAt,
  meetingLink: link,
  counselorNotesVersion,
});

function act(booking: StaffBooking, what: string, more: object = {}, who = agnes) {
  const method = what === 'link' || what === 'notes' ? 'PUT' : 'POST';
  const payload = { reason, seen: seenOf(booking), ...more };
  return who.request({ method, url: `${path}/${booking.id}/${what}`, payload });
}

async function done(booking: StaffBooking, what: string, more: object = {}): Promise<StaffBooking> {
  const answer = await act(booking, what, more);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<StaffBooking>();
}

/** The calendar files in the owner's mails about sessions, and the mails' subjects. */
async function mailsOfRuth(id: string) {
  await sendMailsAbout(services, id);
  const mails = (await mailTo(services, ruth.user.email)).filter(({ subject }) =>
    subject?.includes('ession'),
  );
  return mails.map(({ subject, calendar, text }) => ({ subject, calendar: calendar ?? '', text }));
}

const at = async (instant: string, hoursBefore: number) => {
  clock.set(new Date(Date.parse(instant) - hoursBefore * 3_600_000).toISOString());
  agnes = await createStaff(testApp);
  const payload = { email: ruth.user.email, password: goodPassword };
  const answer = await testApp.app.inject({ method: 'POST', url: '/api/auth/login', payload });
  ruth.token = answer.json<{ token: string }>().token;
};
const own = async () => (await ruth.request({ url: '/api/counselor-bookings' })).json<CounselorBooking[]>();
const line = (calendar: string, name: string) =>
  new RegExp(`^${name}[:;].*$`, 'm').exec(calendar)?.[0]?.trim();

test('the list: first what is to be confirmed, without what anybody wrote', async () => {
  const booking = await booked();
  const answer = await agnes.request({ url: path, query: { rank: 'to-confirm', owner: ruth.user.email } });
  expect(answer.json<StaffBookingList>().bookings).toMatchObject([
    { id: booking.id, hasNotes: true, acts: ['confirm', 'move', 'cancel'], isLate: false },
  ]);
  expect(answer.body).not.toContain('illness');
  expect((await countBookings(services, { timezone: 'UTC' })).count).toBeGreaterThan(0);
});

test('confirmed with a link: it shows and is mailed 24 hours before, once, with a calendar file', async () => {
  const confirmed = await done(await booked(), 'confirm', { meetingLink });
  const { id, startsAt } = confirmed;
  expect((await mailsOfRuth(id)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your session is confirmed/),
  ]);
  await at(startsAt, 24.01);
  await sweepMeetingLinks(services);
  expect(await own()).toMatchObject([{ status: 'confirmed', meetingLink: null }]);
  await at(startsAt, 24);
  expect(await own()).toMatchObject([{ meetingLink }]);
  await sweepMeetingLinks(services);
  await sweepMeetingLinks(services);
  const linked = (await mailsOfRuth(id)).filter(({ calendar }) => calendar);
  expect(linked).toHaveLength(1);
  const [{ calendar, text } = { calendar: '', text: '' }] = linked;
  expect(text).toContain(meetingLink);
  expect([line(calendar, 'METHOD'), line(calendar, 'SEQUENCE')]).toEqual(['METHOD:REQUEST', 'SEQUENCE:0']);
  expect(line(calendar, 'UID')).toMatch(new RegExp(`^UID:session-${id}@`));
  expect(calendar).not.toContain('illness');
});

test('less than 24 hours before, the link goes out as soon as it is set', async () => {
  const confirmed = await done(await booked(), 'confirm');
  await at(confirmed.startsAt, 5);
  const linked = await done(confirmed, 'link', { meetingLink });
  expect(linked.invitedAt).toBe(clock.now().toISOString());
  expect((await mailsOfRuth(linked.id)).some(({ calendar }) => calendar.includes('METHOD:REQUEST'))).toBe(
    true,
  );
});

test('moved and cancelled afterwards: the same UID, a higher SEQUENCE, and the money is given back', async () => {
  const confirmed = await done(await booked(), 'confirm', { meetingLink });
  await at(confirmed.startsAt, 20);
  await sweepMeetingLinks(services);
  await sendMailsAbout(services, confirmed.id);
  const current = (await agnes.request({ url: `${path}/${confirmed.id}` })).json<StaffBooking>();
  const moved = await done(current, 'move', { sessionDate: confirmed.sessionDate, sessionTime: '16:00' });
  await sendMailsAbout(services, confirmed.id);
  await done(moved, 'cancel');
  const files = (await mailsOfRuth(confirmed.id)).map(({ calendar }) => calendar).filter(Boolean);
  const sequences = files.map((file) => Number(line(file, 'SEQUENCE')?.split(':')[1])).toSorted();
  expect(new Set(files.map((file) => line(file, 'UID'))).size).toBe(1);
  expect(new Set(sequences).size).toBe(sequences.length);
  const last = files.find((file) => file.includes('METHOD:CANCEL')) ?? '';
  expect([line(last, 'STATUS'), Number(line(last, 'SEQUENCE')?.split(':')[1])]).toEqual([
    'STATUS:CANCELLED',
    sequences.at(-1),
  ]);
  expect(await own()).toMatchObject([{ status: 'cancelled', isRefunded: true, meetingLink: null }]);
});

test('moved before its link is mailed, no calendar knows of it; 400: to the same time, or one that is over', async () => {
  const booking = await booked();
  const moveTo = (sessionDate: string, sessionTime: string) =>
    act(booking, 'move', { sessionDate, sessionTime });
  const refused = [await moveTo(booking.sessionDate, '14:00'), await moveTo('2031-05-03', '14:00')];
  expect(refused.map((answer) => [answer.statusCode, answer.json().fields])).toEqual([
    [400, { sessionTime: 'It is already at this time' }],
    [400, { sessionTime: 'This time is over' }],
  ]);
  expect((await moveTo(booking.sessionDate, '16:00')).statusCode).toBe(200);
  const [row] = await db.select().from(counselorBookings).where(eq(counselorBookings.id, booking.id));
  expect(row).toMatchObject({ sessionTime: '16:00', invitedAt: null, calendarSequence: 0 });
});

test('400: moved to a time at which its owner has booked another session: nobody has two places in one', async () => {
  const [booking, other] = [await booked('group'), await booked('group')];
  const { sessionDate } = other;
  const answer = await act(booking, 'move', { sessionDate, sessionTime: '14:00' });
  expect([answer.statusCode, answer.json().fields]).toEqual([
    400,
    { sessionTime: 'They have another session at this time, or are about to pay for one' },
  ]);
  expect((await act(booking, 'move', { sessionDate, sessionTime: '15:00' })).statusCode).toBe(200);
});

test('a link that waits when the session is cancelled is no longer wanted', async () => {
  const confirmed = await done(await booked(), 'confirm', { meetingLink });
  await at(confirmed.startsAt, 23);
  await sweepMeetingLinks(services);
  const current = (await agnes.request({ url: `${path}/${confirmed.id}` })).json<StaffBooking>();
  await done(current, 'cancel');
  const subjects = (await mailsOfRuth(confirmed.id)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject?.startsWith('Your session on'))).toEqual([
    expect.stringContaining('is cancelled'),
  ]);
});

describe('409 and 400: nothing is written', () => {
  test('409: what changed meanwhile, and what does not fit', async () => {
    const booking = await booked();
    await done(booking, 'confirm');
    const stale = await act(booking, 'confirm');
    expect([stale.statusCode, stale.json().fields]).toEqual([
      409,
      { status: 'The status: it was “pending”, and is “confirmed” now' },
    ]);
    const current = (await agnes.request({ url: `${path}/${booking.id}` })).json<StaffBooking>();
    expect((await act(current, 'complete')).statusCode).toBe(409);
    const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, booking.id));
    expect(entries.filter(({ reason: why }) => why)).toHaveLength(1);
  });

  test.each([
    'http://meet.example.com/1',
    'https://127.0.0.1/1',
    'https://169.254.169.254/latest',
    'javascript:alert(1)',
    'https://',
    `https://meet.example.com/${'a'.repeat(500)}`,
  ])('security 57: 400: the link %.40s, and no request is ever made to one', async (link) => {
    const booking = await booked();
    expect((await act(booking, 'confirm', { meetingLink: link })).statusCode).toBe(400);
    expect((await act(booking, 'confirm', { reason: '  ' })).statusCode).toBe(400);
    expect(await own()).toMatchObject([{ status: 'pending' }]);
  });
});

test('security 37: what the counselor wrote is for its owner, unless they keep it to themselves; that staff read it is recorded', async () => {
  const booking = await done(await booked(), 'notes', { counselorNotes: 'Very brave', isShared: false });
  expect((await own())[0]).toHaveProperty('counselorNotes', null);
  const opened = await agnes.request({
    method: 'POST',
    url: `${path}/${booking.id}/open-notes`,
    payload: { reason },
  });
  expect(opened.json()).toEqual({ notes: 'About my illness', counselorNotes: 'Very brave' });
  await done(booking, 'notes', { counselorNotes: 'Very brave', isShared: true });
  expect((await own())[0]).toMatchObject({ counselorNotes: 'Very brave' });
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, booking.id));
  expect(entries.map(({ action }) => action)).toContain('counselor-booking.notes-read-by-staff');
  expect(JSON.stringify(entries)).not.toMatch(/brave|illness/);
  const [row] = await db.select().from(counselorBookings).where(eq(counselorBookings.id, booking.id));
  expect(JSON.stringify(row)).not.toMatch(/brave|illness/);
});

test('a session that has begun can be completed, and not cancelled by its owner', async () => {
  const confirmed = await done(await booked(), 'confirm', { meetingLink });
  await at(confirmed.startsAt, 0);
  const current = (await agnes.request({ url: `${path}/${confirmed.id}` })).json<StaffBooking>();
  expect((await done(current, 'complete')).status).toBe('completed');
  expect((await agnes.request({ url: path, query: { rank: 'nothing' } })).statusCode).toBe(400);
});

test('409: once its owner can no longer cancel a session, whoever gains neither cancels nor moves it, even after it took place', async () => {
  const early = await done(await booked(), 'confirm', { meetingLink });
  const late = await done(await booked(), 'confirm', { meetingLink });
  const cancelledBy = async (booking: StaffBooking, who: Person, hoursBefore: number) => {
    await at(booking.startsAt, hoursBefore);
    await db.update(users).set({ isAdmin: true }).where(eq(users.id, who.user.id));
    const move = await act(booking, 'move', { sessionDate: '2031-07-01', sessionTime: '09:00' }, who);
    return [move, await act(booking, 'cancel', {}, who)].map((answer) => [
      answer.statusCode,
      answer.json().message,
    ]);
  };
  for (const hoursBefore of [23.9, 0, -2])
    expect(await cancelledBy(early, ruth, hoursBefore)).toEqual(
      Array(2).fill([409, 'This is about you. Ask a colleague.']),
    );
  const nora = await createStaff(testApp);
  await createRecipient(ruth, { email: nora.user.email });
  const refused = [409, 'You are in the address book of Ruth. Ask a colleague.'];
  const asNora = await act(early, 'cancel', {}, nora);
  expect([asNora.statusCode, asNora.json().message]).toEqual(refused);
  expect((await done(early, 'cancel')).isRefunded).toBe(true);
  // A day before, she could cancel it herself.
  await at(late.startsAt, 24);
  expect((await act(late, 'cancel', {}, ruth)).statusCode).toBe(200);
});

test('409: of two who write notes at the same session the second learns that there are others now', async () => {
  const [booking, bo] = [await booked(), await createStaff(testApp)];
  const write = (counselorNotes: string, who: Person, seen = booking) =>
    act(seen, 'notes', { counselorNotes, isShared: false }, who);
  const first = await write('What Agnes wrote', agnes);
  expect(first.statusCode).toBe(200);
  for (const seen of [booking, { ...booking, counselorNotesVersion: 'x' }]) {
    const late = await write('What Bo wrote', bo, seen);
    expect([late.statusCode, Object.keys(late.json().fields)]).toEqual([409, ['counselorNotes']]);
  }
  expect((await write('What both wrote', bo, first.json())).statusCode).toBe(200);
});
