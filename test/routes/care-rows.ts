import { eq } from 'drizzle-orm';
import { users } from '../../server/features/accounts/accounts/accounts.table.ts';
import { therapyRequests } from '../../server/features/care/therapy-requests/therapy-requests.table.ts';
import { daysAfter } from '../../server/platform/local-time.ts';
import type { CounselorBooking } from '../../shared/care/counselor-bookings.ts';
import type { TherapyRequest } from '../../shared/care/therapy-requests.ts';
import { ownersMark, type Question, type RouteRows, row, type Scene } from './row.ts';

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

export async function placedBooking(scene: Scene): Promise<Question> {
  const { payload = {} } = await newBooking(scene);
  const answer = await scene.owner.request({ method: 'POST', url: '/api/counselor-bookings', payload });
  return { params: { id: answer.json<CounselorBooking>().id } };
}

async function newRequest(scene: Scene): Promise<Question> {
  await onPaidPlan(scene);
  const preferredDate = dayAfter(scene, 30);
  return { payload: { sessionType: 'group', preferredDate, preferredTime: 'late', reason: ownersMark } };
}

export async function madeRequest(scene: Scene): Promise<Question> {
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

/** Counseling: 402 on the free plan, which somebody else has here. */
export const careRows: RouteRows = {
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
