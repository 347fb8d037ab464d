import { sessionKinds } from '../../../../../shared/care/session-catalogue.ts';
import { formatMoment } from '../../../../../shared/dates.ts';
import { centsOf } from '../../../../../shared/dollars.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import {
  closeCheckouts,
  openPage,
  type PreparedCheckout,
  prepareCheckout,
} from '../../../billing/payments/checkout-sessions/checkout-sessions.ts';
import { listLiveAt, lockBooking } from './bookings.ts';
import type { BookingRow } from './counselor-bookings.table.ts';

/** Opens a new payment page for a place that is still held. 404 if it is not the owner's, 409 if it is no longer held, or if what is paid would be given back. */
export async function reopenBookingCheckout(
  services: Services,
  userId: string,
  id: string,
  origin: string,
): Promise<{ url: string }> {
  const checkout = await inTransaction(services.db, async (tx) => {
    const owner = await lockOwner(tx, userId);
    const booking = await lockBooking(tx, userId, id);
    const { status, paidAt, place, startsAt } = booking;
    if (status !== 'pending' || paidAt)
      throw new AppError('conflict', 'This session does not wait for a payment');
    if (!place || startsAt <= services.clock.now())
      throw new AppError('conflict', 'That time has just been taken');
    if ((await listLiveAt(tx, userId, startsAt)).some((other) => other.paidAt))
      throw new AppError('conflict', 'You already have a session at that time');
    await closeCheckouts(tx, services, owner, { purpose: 'counselor-booking', subjectId: id });
    return preparePayment(tx, services, owner, booking, origin);
  });
  return openPage(services, checkout);
}

export function preparePayment(
  tx: Tx,
  services: Services,
  owner: UserRow,
  booking: BookingRow,
  origin: string,
): Promise<PreparedCheckout> {
  return prepareCheckout(tx, services, owner, {
    purpose: 'counselor-booking',
    subjectId: booking.id,
    lines: [{ label: describeBooking(booking, owner.timezone), amountCents: centsOf(booking.price) }],
    origin,
    successPath: '/checkout-success',
    cancelPath: '/counselor?cancelled=true',
  });
}

/** For example 'Individual session, Thursday, 3 December 2026 at 14:00 Eastern'. */
export function describeBooking({ sessionType, startsAt }: BookingRow, timezone: string): string {
  return `${sessionKinds[sessionType].name} session, ${formatMoment(startsAt, timezone)}`;
}
