import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { nextStatus } from './booking-state.ts';
import { lockBooking, recordBooking } from './bookings.ts';
import { endBooking } from './cancel-booking.ts';
import { type BookingRow, counselorBookings } from './counselor-bookings.table.ts';

/** The owner's sessions that have not begun, the next one first, and whether they can still be cancelled. */
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

/** Cancels those that its owner could still cancel, and gives back what was paid. Lock the owner first. */
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
