import { and, count, eq, isNull } from 'drizzle-orm';
import type { BookingForm } from '../../../../../shared/care/counselor-bookings.ts';
import { holdMinutes, type SessionType, sessionKinds } from '../../../../../shared/care/session-catalogue.ts';
import { formatMoment } from '../../../../../shared/dates.ts';
import { centsOf } from '../../../../../shared/dollars.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError, fieldError, requireFound } from '../../../../platform/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import {
  closeCheckouts,
  openPage,
  type PreparedCheckout,
  prepareCheckout,
} from '../../../billing/payments/checkout-sessions/checkout-sessions.ts';
import { bookableDays, startOf } from './availability.ts';
import { findFreePlace, lockBooking, lockSlot, recordBooking, requirePaidPlan } from './bookings.ts';
import { endBooking } from './cancel-booking.ts';
import { type BookingRow, bookingNotes, counselorBookings } from './counselor-bookings.table.ts';

/** How many places an owner may hold unpaid at once. */
export const maxUnpaidBookings = 3;

/** When and what a session is to be; `notes` are for the counselor. */
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

/**
 * Books one of the times, keeps its place for half an hour, and opens the page on which it is paid; `origin` is where the
 * browser is. 402 on a free plan, 400 for a day or time that is over or not offered, 409 where its places are taken.
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

/** Takes a place at any time, for an owner who is locked. 409 if there is none, or where they hold too many unpaid. */
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

/** Whoever comes back from the payment page and books the same time again wants one session, not two. */
async function giveUpOwn(
  tx: Tx,
  services: Services,
  userId: string,
  { startsAt, sessionType }: NewBooking,
): Promise<void> {
  const own = await tx
    .select()
    .from(counselorBookings)
    .where(and(eq(counselorBookings.userId, userId), eq(counselorBookings.startsAt, startsAt)));
  const live = own.filter(({ status }) => status === 'pending' || status === 'confirmed');
  if (live.some(({ paidAt }) => paidAt))
    throw new AppError('conflict', 'You already have a session at that time');
  for (const booking of live.filter((each) => each.sessionType === sessionType)) {
    const ended = await endBooking(tx, services, booking, 'cancelled-by-owner');
    await recordBooking(tx, services, ended, 'counselor-booking.cancelled');
  }
}

/** Counts under the owner's lock, so that of two bookings made at once only one can be the last allowed. */
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

/** Opens a new payment page for a place that is still kept. 404 where it is not the owner's, 409 where it is not. */
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
    await closeCheckouts(tx, services, owner, { purpose: 'counselor-booking', subjectId: id });
    return preparePayment(tx, services, owner, booking, origin);
  });
  return openPage(services, checkout);
}

function preparePayment(
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

/** 'Individual session, Thursday, 3 December 2026 at 14:00 Eastern' */
export function describeBooking({ sessionType, startsAt }: BookingRow, timezone: string): string {
  return `${sessionKinds[sessionType].name} session, ${formatMoment(startsAt, timezone)}`;
}
