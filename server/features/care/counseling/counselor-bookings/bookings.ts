import { and, desc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { CounselorBooking } from '../../../../../shared/care/counselor-bookings.ts';
import { plans } from '../../../../../shared/plans.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { announce } from '../../../../platform/events.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { planInForce } from '../../../billing/subscriptions/standing/standing.ts';
import { type AuditAction, record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { cancellableUntil, nextStatus } from './booking-state.ts';
import { type BookingRow, bookingNotes, counselorBookings } from './counselor-bookings.table.ts';
import { lockSlot } from './free-place.ts';

/** 402 unless a plan that includes counseling is in force. */
export function requirePaidPlan(owner: UserRow, now: Date): void {
  if (planInForce(owner, now) !== 'free') return;
  throw new AppError(
    'plan_required',
    `Counseling is part of ${plans.basic.name} and ${plans.premium.name}. You have ${plans.free.name} now.`,
  );
}

/** A booking as its owner sees it at `now`. */
export function toAnswer(
  services: Pick<Services, 'appSecret' | 'clock'>,
  row: BookingRow,
): z.output<typeof CounselorBooking> {
  const { status, paidAt, meetingLink, notesSharedAt } = row;
  const now = services.clock.now();
  const until = cancellableUntil(row);
  const counselorNotes = notesSharedAt ? bookingNotes.decrypt(services, row, 'counselorNotes') : null;
  return {
    ...row,
    meetingLink: status === 'confirmed' && until <= now ? meetingLink : null,
    notes: bookingNotes.decrypt(services, row, 'notes'),
    counselorNotes,
    cancellableUntil: nextStatus(row, 'cancelled-by-owner', now) ? until : null,
    isRefunded: status === 'cancelled' && paidAt !== null,
  };
}

/** Locks the booking and its slot. Throws 404 for somebody else's booking. Lock the owner first, as payments do. */
export async function lockBooking(tx: Tx, userId: string, id: string): Promise<BookingRow> {
  const mine = and(eq(counselorBookings.id, id), eq(counselorBookings.userId, userId));
  const [seen] = await tx.select().from(counselorBookings).where(mine);
  await lockSlot(tx, requireFound(seen, 'This session'));
  const [booking] = await tx.select().from(counselorBookings).where(mine).for('update');
  return requireFound(booking, 'This session');
}

/** What somebody has booked at a time and not cancelled, of both kinds. */
export function listLiveAt(tx: Tx, userId: string, at: Date): Promise<BookingRow[]> {
  const { startsAt, status } = counselorBookings;
  const isLive = inArray(status, ['pending', 'confirmed']);
  return tx
    .select()
    .from(counselorBookings)
    .where(and(eq(counselorBookings.userId, userId), eq(startsAt, at), isLive));
}

export async function changeBooking(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  id: string,
  columns: Partial<BookingRow>,
): Promise<BookingRow> {
  const [booking] = await tx
    .update(counselorBookings)
    .set({ ...columns, updatedAt: clock.now() })
    .where(eq(counselorBookings.id, id))
    .returning();
  return requireFound(booking);
}

/** Writes the audit entry and notifies open pages, the owner's and those of staff. */
export async function recordBooking(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { id, userId, sessionType, startsAt, price }: BookingRow,
  action: Extract<AuditAction, `counselor-booking.${string}`>,
): Promise<void> {
  const details = { sessionType, startsAt: startsAt.toISOString(), price };
  await record(tx, clock.now(), { action, actor: userId, userId, subjectId: id, details });
  await announceBookings(tx, userId);
}

export async function announceBookings(tx: Tx, userId: string): Promise<void> {
  await announce(tx, userId, ['counselor-bookings']);
  await announceToStaff(tx);
}

const listMaxItems = 500;

/** The owner's latest bookings, in the order of their sessions. */
export async function listBookings(db: Queryable, userId: string): Promise<BookingRow[]> {
  const latest = await db
    .select()
    .from(counselorBookings)
    .where(eq(counselorBookings.userId, userId))
    .orderBy(desc(counselorBookings.startsAt), desc(counselorBookings.id))
    .limit(listMaxItems);
  return latest.reverse();
}
