import { sessionTimezone } from '../../../../../shared/care/session-catalogue.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { wallClockAt } from '../../../../platform/local-time.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { openPage } from '../../../billing/payments/checkout-sessions/checkout-sessions.ts';
import type { BookingRow } from '../counselor-bookings/counselor-bookings.table.ts';
import { requirePaidPlan, takePlace } from '../counselor-bookings/counselor-bookings.ts';
import { requestNotes, type TherapyRequestRow } from './therapy-requests.table.ts';
import { changeTherapyRequest, lockTherapyRequest, recordRequest } from './therapy-requests.ts';

/**
 * Books the session that staff offered, and opens the payment page. 404 for somebody else's request, 409 if
 * nothing is offered any more.
 */
export async function bookOffer(
  services: Services,
  userId: string,
  id: string,
  origin: string,
): Promise<{ booking: BookingRow; checkoutUrl: string }> {
  const { booking, checkout } = await inTransaction(services.db, async (tx) => {
    const owner = await lockOwner(tx, userId);
    requirePaidPlan(owner, services.clock.now());
    const request = await lockTherapyRequest(tx, id, userId);
    const startsAt = requireOffer(request, services.clock.now());
    const { localDate, localTime } = wallClockAt(startsAt, sessionTimezone);
    const wanted = {
      sessionType: request.sessionType,
      sessionDate: localDate,
      sessionTime: localTime,
      startsAt,
      notes: requestNotes.decrypt(services, request, 'reason'),
    };
    const placed = await takePlace(tx, services, owner, wanted, origin);
    const booked = await changeTherapyRequest(tx, services, id, { bookingId: placed.booking.id });
    await recordRequest(tx, services, booked, 'therapy-request.booked');
    return placed;
  });
  const { url } = await openPage(services, checkout);
  return { booking, checkoutUrl: url };
}

function requireOffer({ status, scheduledDate }: TherapyRequestRow, now: Date): Date {
  if (status !== 'scheduled' || !scheduledDate)
    throw new AppError('conflict', 'Nothing is offered for this request');
  if (scheduledDate <= now) throw new AppError('conflict', 'The time that was offered is over');
  return scheduledDate;
}
