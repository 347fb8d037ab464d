import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../../platform/database.ts';
import { AppError, allowed } from '../../../../platform/errors.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import {
  closeCheckouts,
  listPaidCheckouts,
} from '../../../billing/payments/checkout-sessions/checkout-sessions.ts';
import { oweRefund } from '../../../billing/payments/refunds/refunds.ts';
import { enqueueMail } from '../../../outbox/messages/mails/mails.ts';
import { type BookingEvent, nextStatus } from './booking-state.ts';
import { changeBooking, lockBooking, recordBooking } from './bookings.ts';
import { type BookingRow, type CancelledBy, counselorBookings } from './counselor-bookings.table.ts';

/** Cancels a session for its owner, and refunds what was paid. 404 if it is not theirs, 409 if it is too late. */
export function cancelBooking(services: Services, userId: string, id: string): Promise<BookingRow> {
  return inTransaction(services.db, async (tx) => {
    await lockOwner(tx, userId);
    const booking = await lockBooking(tx, userId, id);
    if (!nextStatus(booking, 'cancelled-by-owner', services.clock.now()))
      throw new AppError('conflict', tooLate[booking.status]);
    const after = await endBooking(tx, services, booking, 'cancelled-by-owner');
    await recordBooking(tx, services, after, 'counselor-booking.cancelled');
    return after;
  });
}

const lessThanADay = 'This session is less than 24 hours away, so it can no longer be cancelled';
const tooLate = {
  pending: lessThanADay,
  confirmed: lessThanADay,
  completed: 'This session has taken place',
  cancelled: 'This session has already been cancelled',
} as const;

const cancelledBy = {
  'cancelled-by-owner': 'owner',
  'cancelled-by-staff': 'staff',
  'hold-ended': 'unpaid',
  'begun-unconfirmed': 'unconfirmed',
} as const satisfies Partial<Record<BookingEvent, CancelledBy>>;

/**
 * Cancels a booking that `event` ends, whoever asked for it: frees its place, closes its payment pages, refunds what was
 * paid. Its owner gets a mail if they had paid, and it is removed from their calendar if it was sent there.
 */
export async function endBooking(
  tx: Tx,
  services: Services,
  booking: BookingRow,
  event: keyof typeof cancelledBy,
): Promise<BookingRow> {
  const { id, userId, paidAt, invitedAt, calendarSequence } = booking;
  const now = services.clock.now();
  await closeCheckouts(tx, services, { id: userId }, { purpose: 'counselor-booking', subjectId: id });
  const after = await changeBooking(tx, services, id, {
    status: allowed(nextStatus(booking, event, now)),
    place: null,
    heldUntil: null,
    linkDueAt: null,
    cancelledAt: now,
    cancelledBy: cancelledBy[event],
    calendarSequence: invitedAt ? calendarSequence + 1 : calendarSequence,
  });
  if (!paidAt) return after;
  for (const session of await listPaidCheckouts(tx, id))
    await oweRefund(tx, services, session, 'booking-cancelled');
  await enqueueMail(tx, services, { kind: 'session-cancelled', userId, subjectId: id });
  return after;
}

/** Cancels those of somebody's bookings that another of theirs in the same slot replaces. They are not paid. */
export async function giveUpUnpaid(
  tx: Tx,
  services: Services,
  live: readonly BookingRow[],
  sessionType: BookingRow['sessionType'],
): Promise<void> {
  for (const booking of live.filter((each) => each.sessionType === sessionType)) {
    const ended = await endBooking(tx, services, booking, 'cancelled-by-owner');
    await recordBooking(tx, services, ended, 'counselor-booking.cancelled');
  }
}

/** The owner's sessions that have not begun, next one first, and whether they can still be cancelled. */
export async function listSessionsToCome(
  db: Queryable,
  { clock }: Pick<Services, 'clock'>,
  userId: string,
): Promise<(BookingRow & { isCancellable: boolean })[]> {
  const now = clock.now();
  const { startsAt, sessionType, status } = counselorBookings;
  const rows = await db
    .select()
    .from(counselorBookings)
    .where(
      and(eq(counselorBookings.userId, userId), gt(startsAt, now), inArray(status, ['pending', 'confirmed'])),
    )
    .orderBy(asc(startsAt), asc(sessionType));
  return rows.map((row) => ({
    ...row,
    isCancellable: nextStatus(row, 'cancelled-by-owner', now) !== undefined,
  }));
}

/** Cancels every session that the owner could still cancel, and refunds it. Lock the owner first. */
export async function cancelSessionsToCome(tx: Tx, services: Services, userId: string): Promise<void> {
  for (const { id } of await listSessionsToCome(tx, services, userId)) {
    const booking = await lockBooking(tx, userId, id);
    if (!nextStatus(booking, 'cancelled-by-owner', services.clock.now())) continue;
    await recordBooking(
      tx,
      services,
      await endBooking(tx, services, booking, 'cancelled-by-owner'),
      'counselor-booking.cancelled',
    );
  }
}
