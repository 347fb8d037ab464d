import { and, asc, type Column, eq, isNotNull, isNull, lte, notInArray, type SQL } from 'drizzle-orm';
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
function sweepBookingHolds(services: Services): Promise<void> {
  const isOver = and(eq(status, 'pending'), isNull(paidAt), lte(heldUntil, services.clock.now()));
  return sweepFirst(services, { name: 'booking-holds', which: isOver, by: heldUntil }, (booking) =>
    end(services, booking, 'hold-ended'),
  );
}

/** Cancels and refunds paid sessions that nobody had confirmed when they were to begin. */
async function sweepUnconfirmed(services: Services): Promise<void> {
  const now = await readAgreedNow(services.db, services.clock);
  if (!now) return;
  const hasBegun = and(eq(status, 'pending'), isNotNull(paidAt), lte(startsAt, now));
  await sweepFirst(services, { name: 'unconfirmed-bookings', which: hasBegun, by: startsAt }, (booking) =>
    end(services, booking, 'begun-unconfirmed'),
  );
}

/** Mails the meeting links of the next 24 hours. */
export function sweepMeetingLinks(services: Services): Promise<void> {
  const isDue = and(isNotNull(linkDueAt), lte(linkDueAt, services.clock.now()));
  return sweepFirst(services, { name: 'meeting-links', which: isDue, by: linkDueAt }, (booking) =>
    mailLink(services, booking),
  );
}

type Found = Pick<BookingRow, 'id' | 'userId'>;

/** Does `work` for the first of the bookings `which`, in the order of `by`, one after the other. */
async function sweepFirst(
  { db, sweeps }: Services,
  { name, which, by }: { name: string; which: SQL | undefined; by: Column },
  work: (booking: Found) => Promise<void>,
): Promise<void> {
  const found = await db
    .select({ id, userId })
    .from(counselorBookings)
    .where(and(which, notInArray(id, sweeps.putOff(name))))
    .orderBy(asc(by))
    .limit(batchSize);
  await sweeps.each(name, found, work);
}

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
