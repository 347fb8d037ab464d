import { and, count, eq, isNull } from 'drizzle-orm';
import { holdMinutes, type SessionType, sessionKinds } from '../../../../../shared/care/session-catalogue.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import type { PreparedCheckout } from '../../../billing/payments/checkout-sessions/checkout-sessions.ts';
import { preparePayment } from './booking-checkout.ts';
import { listLiveAt, recordBooking } from './bookings.ts';
import { giveUpUnpaid } from './cancel-booking.ts';
import { type BookingRow, bookingNotes, counselorBookings } from './counselor-bookings.table.ts';
import { findFreePlace, lockSlot } from './free-place.ts';

/** How many unpaid places an owner may hold at once. */
const maxUnpaidBookings = 3;

/** When and what the session should be; `notes` are for the counselor. */
export interface NewBooking {
  sessionType: SessionType;
  sessionDate: string;
  sessionTime: string;
  startsAt: Date;
  notes: string | null;
}

/** A new column has to be set here or listed as set later, or this file does not compile. */
type PlacedColumns = Omit<
  BookingRow,
  | 'status'
  | 'meetingLink'
  | 'counselorNotes'
  | 'notesSharedAt'
  | 'paidAt'
  | 'confirmedAt'
  | 'completedAt'
  | 'cancelledAt'
  | 'cancelledBy'
  | 'linkDueAt'
  | 'invitedAt'
  | 'calendarSequence'
>;

/** Takes a place at any time, for an owner who is locked. 409 if there is none, or if they hold too many unpaid. */
export async function takePlace(
  tx: Tx,
  services: Services,
  owner: UserRow,
  wanted: NewBooking,
  origin: string,
): Promise<{ booking: BookingRow; checkout: PreparedCheckout }> {
  await lockSlot(tx, wanted);
  await giveUpOwn(tx, services, owner.id, wanted);
  await requireFewUnpaid(tx, owner.id);
  const place = await findFreePlace(tx, services, wanted);
  if (!place) throw new AppError('conflict', 'That time has just been taken');
  const now = services.clock.now();
  const id = newId();
  const placed: PlacedColumns = {
    ...wanted,
    id,
    userId: owner.id,
    place,
    price: sessionKinds[wanted.sessionType].price,
    notes: bookingNotes.encrypt(services, id, 'notes', wanted.notes),
    heldUntil: minutesAfter(now, holdMinutes),
    createdAt: now,
    updatedAt: now,
  };
  const [row] = await tx.insert(counselorBookings).values(placed).returning();
  const booking = requireFound(row);
  const checkout = await preparePayment(tx, services, owner, booking, origin);
  await recordBooking(tx, services, booking, 'counselor-booking.placed');
  return { booking, checkout };
}

/** Somebody who comes back from the payment page and books the same time again wants one session, not two. */
async function giveUpOwn(
  tx: Tx,
  services: Services,
  userId: string,
  { startsAt, sessionType }: NewBooking,
): Promise<void> {
  const live = await listLiveAt(tx, userId, startsAt);
  if (live.some(({ paidAt }) => paidAt))
    throw new AppError('conflict', 'You already have a session at that time');
  await giveUpUnpaid(tx, services, live, sessionType);
}

/** Counts with the owner locked, so that of two simultaneous bookings only one can be the last allowed. */
async function requireFewUnpaid(tx: Tx, userId: string): Promise<void> {
  const unpaid = and(
    eq(counselorBookings.userId, userId),
    eq(counselorBookings.status, 'pending'),
    isNull(counselorBookings.paidAt),
  );
  const [bookings] = await tx.select({ waiting: count() }).from(counselorBookings).where(unpaid);
  if (requireFound(bookings).waiting < maxUnpaidBookings) return;
  throw new AppError(
    'conflict',
    `${maxUnpaidBookings} of your sessions are waiting for payment. Please pay or cancel one of them first.`,
  );
}
