import { eq } from 'drizzle-orm';
import { users } from '../../server/features/accounts/profile/profile.table.ts';
import {
  type BookingRow,
  counselorBookings,
} from '../../server/features/care/counseling/counselor-bookings/counselor-bookings.table.ts';
import { therapyRequests } from '../../server/features/care/counseling/therapy-requests/therapy-requests.table.ts';
import { daysAfter } from '../../server/platform/local-time.ts';
import type { CounselorBooking } from '../../shared/care/counselor-bookings.ts';
import type { TherapyRequest } from '../../shared/care/therapy-requests.ts';
import { ownersMark, type Question, type RouteRows, row, type Scene } from './row.ts';
import { freshStaffRow, staffRow } from './staff-row.ts';

const dayAfter = ({ testApp }: Scene, days: number) =>
  daysAfter(testApp.clock.now().toISOString().slice(0, 10), days);

/** Counseling is for paid plans. */
async function onPaidPlan({ testApp, owner }: Scene): Promise<void> {
  await testApp.services.db
    .update(users)
    .set({ subscriptionPlan: 'basic' })
    .where(eq(users.id, owner.user.id));
}

let bookedDays = 30;

async function newBooking(scene: Scene): Promise<Question> {
  await onPaidPlan(scene);
  bookedDays += 1;
  const sessionDate = dayAfter(scene, bookedDays);
  const payload = { sessionType: 'individual', sessionDate, sessionTime: '10:00', notes: ownersMark };
  return { payload };
}

async function placedBooking(scene: Scene): Promise<Question> {
  const { payload = {} } = await newBooking(scene);
  const answer = await scene.owner.request({ method: 'POST', url: '/api/counselor-bookings', payload });
  return { params: { id: answer.json<CounselorBooking>().id } };
}

async function newRequest(scene: Scene): Promise<Question> {
  await onPaidPlan(scene);
  const preferredDate = dayAfter(scene, 30);
  return { payload: { sessionType: 'group', preferredDate, preferredTime: 'late', reason: ownersMark } };
}

async function madeRequest(scene: Scene): Promise<Question> {
  const { payload = {} } = await newRequest(scene);
  const answer = await scene.owner.request({ method: 'POST', url: '/api/therapy-requests', payload });
  return { params: { id: answer.json<TherapyRequest>().id } };
}

async function offered(scene: Scene): Promise<Question> {
  const question = await madeRequest(scene);
  const scheduledDate = new Date(scene.testApp.clock.now().getTime() + 40 * 24 * 3_600_000);
  await scene.testApp.services.db
    .update(therapyRequests)
    .set({ status: 'scheduled', scheduledDate, therapistAssigned: 'Dr. Ellis' })
    .where(eq(therapyRequests.id, question.params?.['id'] ?? ''));
  return question;
}

/** A session that is paid for, or in a later state. */
const bookingIn =
  (columns: Partial<BookingRow>, more: object = {}, changed: () => Partial<BookingRow> = () => ({})) =>
  async (scene: Scene): Promise<Question> => {
    const question = await placedBooking(scene);
    const { services, clock } = scene.testApp;
    const [booking] = await services.db
      .update(counselorBookings)
      .set({ paidAt: clock.now(), heldUntil: null, ...columns, ...changed() })
      .where(eq(counselorBookings.id, question.params?.['id'] ?? ''))
      .returning();
    if (!booking) throw new Error('No session was booked');
    const { status, startsAt, meetingLink } = booking;
    const seen = { status, startsAt: startsAt.toISOString(), meetingLink, counselorNotesVersion: null };
    return { ...question, payload: { reason: 'A test', seen, ...more } };
  };

const requestAct =
  (more: object = {}) =>
  async (scene: Scene): Promise<Question> => ({
    ...(await madeRequest(scene)),
    payload: {
      reason: 'A test',
      seen: { status: 'pending', scheduledDate: null, adminNotesVersion: null },
      ...more,
    },
  });

const read = (make: (scene: Scene) => Promise<Question>) =>
  staffRow(200, async (scene) => ({ params: (await make(scene)).params ?? {} }));

/** No two sessions begin at the same time. */
const longAgo = () => ({ startsAt: new Date(Date.UTC(2020, 4, bookedDays, 14)) });

const meetingLink = 'https://meet.example.com/1';
const confirmed = { status: 'confirmed' } as const;
const offer = { date: '2099-05-04', time: '18:30', therapistAssigned: 'Dr. Ellis' };

const staffRows: RouteRows = {
  'GET /api/admin/counselor-bookings': staffRow(200),
  'GET /api/admin/counselor-bookings/:id': read(bookingIn({})),
  'POST /api/admin/counselor-bookings/:id/confirm': staffRow(200, bookingIn({}, { meetingLink })),
  'PUT /api/admin/counselor-bookings/:id/link': staffRow(200, bookingIn(confirmed, { meetingLink })),
  'POST /api/admin/counselor-bookings/:id/move': staffRow(
    200,
    bookingIn(confirmed, { sessionDate: '2099-05-04', sessionTime: '17:00' }),
  ),
  'POST /api/admin/counselor-bookings/:id/complete': staffRow(200, bookingIn(confirmed, {}, longAgo)),
  'POST /api/admin/counselor-bookings/:id/cancel': freshStaffRow(200, bookingIn({})),
  'POST /api/admin/counselor-bookings/:id/open-notes': freshStaffRow(200, bookingIn({})),
  'PUT /api/admin/counselor-bookings/:id/notes': freshStaffRow(
    200,
    bookingIn({}, { counselorNotes: 'Went well', isShared: true }),
  ),
  'GET /api/admin/therapy-requests': staffRow(200),
  'GET /api/admin/therapy-requests/:id': read(madeRequest),
  'POST /api/admin/therapy-requests/:id/answer': staffRow(200, requestAct(offer)),
  'POST /api/admin/therapy-requests/:id/decline': staffRow(200, requestAct()),
  'POST /api/admin/therapy-requests/:id/open-notes': freshStaffRow(200, requestAct()),
  'PUT /api/admin/therapy-requests/:id/notes': freshStaffRow(200, requestAct({ adminNotes: 'Rang' })),
};

/** Counseling: 402 on the free plan, which somebody else has here. */
export const careRows: RouteRows = {
  ...staffRows,
  'GET /api/counselor-availability': row(401, 402, 200, async (scene) => {
    await onPaidPlan(scene);
    return {};
  }),
  'GET /api/counselor-bookings': row(401, 200, 200, placedBooking),
  'POST /api/counselor-bookings': row(401, 402, 201, newBooking),
  'POST /api/counselor-bookings/:id/checkout': row(401, 404, 201, placedBooking),
  'POST /api/counselor-bookings/:id/cancel': row(401, 404, 200, placedBooking),
  'GET /api/therapy-requests': row(401, 200, 200, madeRequest),
  'POST /api/therapy-requests': row(401, 402, 201, newRequest),
  'POST /api/therapy-requests/:id/book': row(401, 402, 201, offered),
};
