import { and, asc, eq, isNotNull, isNull, lte, notInArray } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { readAgreedNow } from '../../../../platform/database-time.ts';
import { inTurn } from '../../../../platform/sweeps.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { nextStatus } from './booking-state.ts';
import { lockBooking, recordBooking } from './bookings.ts';
import { endBooking } from './cancel-booking.ts';
import { type BookingRow, counselorBookings } from './counselor-bookings.table.ts';
import { mailLinkIfDue } from './meeting-link.ts';

const batchSize = 100;

const { id, userId, startsAt, heldUntil, status, paidAt, linkDueAt } = counselorBookings;

/** Ends what came to nothing: places that were never paid for, and paid sessions that nobody confirmed. */
export async function sweepBookings(services: Services): Promise<void> {
  await inTurn(
    () => sweepBookingHolds(services),
    () => sweepUnconfirmed(services),
  );
}

/** Frees held places that were never paid for. */
async function sweepBookingHolds(services: Services): Promise<void> {
  const { db, clock, sweeps } = services;
  const over = await db
    .select({ id, userId })
    .from(counselorBookings)
    .where(
      and(
        eq(status, 'pending'),
        isNull(paidAt),
        lte(heldUntil, clock.now()),
        notInArray(id, sweeps.putOff('booking-holds')),
      ),
    )
    .orderBy(asc(heldUntil))
    .limit(batchSize);
  await sweeps.each('booking-holds', over, (booking) => end(services, booking, 'hold-ended'));
}

/** Cancels and refunds paid sessions that nobody had confirmed when they were to begin. */
async function sweepUnconfirmed(services: Services): Promise<void> {
  const { db, clock, sweeps } = services;
  const now = await readAgreedNow(db, clock);
  if (!now) return;
  const begun = await db
    .select({ id, userId })
    .from(counselorBookings)
    .where(
      and(
        eq(status, 'pending'),
        isNotNull(paidAt),
        lte(startsAt, now),
        notInArray(id, sweeps.putOff('unconfirmed-bookings')),
      ),
    )
    .orderBy(asc(startsAt))
    .limit(batchSize);
  await sweeps.each('unconfirmed-bookings', begun, (booking) => end(services, booking, 'begun-unconfirmed'));
}

/** Mails the meeting links of the next 24 hours. */
export async function sweepMeetingLinks(services: Services): Promise<void> {
  const { db, clock, sweeps } = services;
  const due = await db
    .select({ id, userId })
    .from(counselorBookings)
    .where(
      and(isNotNull(linkDueAt), lte(linkDueAt, clock.now()), notInArray(id, sweeps.putOff('meeting-links'))),
    )
    .orderBy(asc(linkDueAt))
    .limit(batchSize);
  await sweeps.each('meeting-links', due, (booking) => mailLink(services, booking));
}

type Found = Pick<BookingRow, 'id' | 'userId'>;

function end(
  services: Services,
  { id, userId }: Found,
  event: 'hold-ended' | 'begun-unconfirmed',
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    await lockOwner(tx, userId);
    const booking = await lockBooking(tx, userId, id);
    if (!nextStatus(booking, event, services.clock.now())) return;
    const after = await endBooking(tx, services, booking, event);
    await recordBooking(tx, services, after, `counselor-booking.${event}`);
  });
}

function mailLink(services: Services, { id, userId }: Found): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    await lockOwner(tx, userId);
    await mailLinkIfDue(tx, services, await lockBooking(tx, userId, id));
  });
}
