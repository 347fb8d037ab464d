/** Sessions with a counselor: one waiting for staff, one tomorrow with its link, one cancelled, and a request for another time. */
import { cancelBooking } from '../../server/features/care/counseling/counselor-bookings/cancel-booking.ts';
import { placeBooking } from '../../server/features/care/counseling/counselor-bookings/place-booking.ts';
import { confirmBooking } from '../../server/features/care/counseling/counselor-bookings/staff-actions.ts';
import { makeTherapyRequest } from '../../server/features/care/counseling/therapy-requests/make-request.ts';
import { wallClockAt } from '../../server/platform/local-time.ts';
import type { BookingForm } from '../../shared/care/counselor-bookings.ts';
import { sessionTimezone } from '../../shared/care/session-catalogue.ts';
import { dayFrom } from './days.ts';
import type { Demo } from './environment.ts';
import { payOnPage, signIn } from './http.ts';
import { ruth } from './ruth.ts';

/** Happens today, once staff have their account. */
export async function leaveCareWork(demo: Demo, staffId: string): Promise<void> {
  const { ownerId } = await signIn(demo, ruth);
  const tomorrow = await book(demo, ownerId, 1, { sessionTime: '09:00' });
  await confirmBooking(demo.services, {
    actor: staffId,
    id: tomorrow.id,
    reason: 'Dr. Ellis is free',
    seen: { status: 'pending', startsAt: tomorrow.startsAt, meetingLink: null },
    meetingLink: 'https://meet.example.com/ruth-and-dr-ellis',
  });
  await book(demo, ownerId, 9, {
    sessionTime: '14:00',
    notes: 'It is about telling my children that I am ill. I would like to practise it once.',
  });
  const group = await book(demo, ownerId, 16, { sessionTime: '16:00', sessionType: 'group' });
  await cancelBooking(demo.services, ownerId, group.id);
  await makeTherapyRequest(demo.services, ownerId, {
    sessionType: 'individual',
    preferredDate: dayAfter(demo, 12),
    preferredTime: 'after 19:00',
    reason: 'My daughter sits with me in the daytime, and I would like to talk without her.',
    specialRequests: null,
  });
}

async function book(demo: Demo, ownerId: string, days: number, changes: Partial<BookingForm>) {
  const form: BookingForm = {
    sessionType: 'individual',
    sessionDate: dayAfter(demo, days),
    sessionTime: '10:00',
    notes: null,
    ...changes,
  };
  const { booking, checkoutUrl } = await placeBooking(demo.services, ownerId, form, demo.address);
  await payOnPage(demo, checkoutUrl);
  return booking;
}

function dayAfter({ clock }: Demo, days: number): string {
  return wallClockAt(dayFrom(clock.now(), days, '12:00', sessionTimezone), sessionTimezone).localDate;
}
