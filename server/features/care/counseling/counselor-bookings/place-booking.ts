import type { BookingForm } from '../../../../../shared/care/counselor-bookings.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { fieldError } from '../../../../platform/errors.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { openPage } from '../../../billing/payments/checkout-sessions/checkout-sessions.ts';
import { bookableDays, startOf } from './availability.ts';
import { requirePaidPlan } from './bookings.ts';
import type { BookingRow } from './counselor-bookings.table.ts';
import { takePlace } from './take-place.ts';

/**
 * Books one of the times, holds its place for half an hour, and opens the payment page; `origin` is where the
 * browser is. 402 on a free plan, 400 for a day or time that is over or not offered, 409 if all places are taken.
 */
export async function placeBooking(
  services: Services,
  userId: string,
  form: BookingForm,
  origin: string,
): Promise<{ booking: BookingRow; checkoutUrl: string }> {
  const { booking, checkout } = await inTransaction(services.db, async (tx) => {
    const owner = await lockOwner(tx, userId);
    requirePaidPlan(owner, services.clock.now());
    const { sessionType, sessionDate, sessionTime } = form;
    const startsAt = requireSlot(form, services.clock.now());
    const notes = form.notes || null;
    return takePlace(tx, services, owner, { sessionType, sessionDate, sessionTime, startsAt, notes }, origin);
  });
  const { url } = await openPage(services, checkout);
  return { booking, checkoutUrl: url };
}

function requireSlot({ sessionDate, sessionTime }: BookingForm, now: Date): Date {
  const bookable = bookableDays(now);
  if (sessionDate < bookable.from) throw fieldError('sessionDate', 'This day is over');
  if (sessionDate > bookable.to)
    throw fieldError('sessionDate', 'Sessions can be booked for the next 12 months');
  const startsAt = startOf(sessionDate, sessionTime);
  if (startsAt <= now) throw fieldError('sessionTime', 'This time is over');
  return startsAt;
}
