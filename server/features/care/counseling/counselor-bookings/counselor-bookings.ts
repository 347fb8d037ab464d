import { formatDollars } from '../../../../../shared/dollars.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { allowed } from '../../../../platform/errors.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import type { CheckoutSessionRow } from '../../../billing/payments/checkout-sessions/checkout-sessions.table.ts';
import { oweRefund } from '../../../billing/payments/refunds/refunds.ts';
import { describeBooking } from './booking-checkout.ts';
import { nextStatus } from './booking-state.ts';
import { changeBooking, listLiveAt, lockBooking, recordBooking } from './bookings.ts';
import { giveUpUnpaid } from './cancel-booking.ts';
import { findFreePlace } from './free-place.ts';

export { requirePaidPlan, toAnswer as bookingForOwner } from './bookings.ts';
export { cancelSessionsToCome, listSessionsToCome } from './cancel-booking.ts';
export { countBookings } from './list-for-staff.ts';
export { takePlace } from './take-place.ts';

/**
 * Marks a booking as paid. One whose hold had ended counts if its place is still free, and replaces another one
 * of theirs in that slot that is not paid. A second payment, one for a place that is gone, and one for a time at which they
 * have paid for another session are refunded. Returns the text for the receipt.
 */
export async function settleBooking(
  tx: Tx,
  services: Services,
  owner: UserRow,
  session: CheckoutSessionRow,
): Promise<string> {
  const now = services.clock.now();
  const before = await lockBooking(tx, owner.id, session.subjectId ?? '');
  const what = describeBooking(before, owner.timezone);
  if (before.paidAt) {
    await oweRefund(tx, services, session, 'paid-twice');
    await recordBooking(tx, services, before, 'counselor-booking.paid-again');
    return `${what}. This session was already paid for: this payment will be refunded.`;
  }
  const paidAt = session.paidAt ?? now;
  const others = (await listLiveAt(tx, owner.id, before.startsAt)).filter(({ id }) => id !== before.id);
  const isElsewhere = others.some((other) => other.paidAt);
  const status = isElsewhere ? undefined : nextStatus(before, 'paid', now);
  if (status) await giveUpUnpaid(tx, services, others, before.sessionType);
  const place = status && (before.place ?? (await findFreePlace(tx, services, before)));
  if (!place) {
    await oweRefund(tx, services, session, 'booking-cancelled');
    const gone = await changeBooking(tx, services, before.id, {
      status: allowed(nextStatus(before, 'paid-in-vain', now)),
      ...{ place: null, heldUntil: null, paidAt },
      cancelledAt: before.cancelledAt ?? now,
      cancelledBy: before.cancelledBy ?? 'unpaid',
    });
    await recordBooking(tx, services, gone, 'counselor-booking.paid-in-vain');
    const why = isElsewhere
      ? 'You have another session at that time'
      : 'Its time was no longer available when your payment arrived';
    return `${what}. ${why}: the ${formatDollars(before.price)} will be refunded.`;
  }
  const booking = await changeBooking(tx, services, before.id, {
    status,
    place,
    paidAt,
    heldUntil: null,
    cancelledAt: null,
    cancelledBy: null,
  });
  await recordBooking(tx, services, booking, 'counselor-booking.paid');
  return `${what}. The meeting link comes by email 24 hours before.`;
}
