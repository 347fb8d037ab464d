import { and, asc, count, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { sessionTimezone } from '../../../../../shared/care/session-catalogue.ts';
import type { TherapyRequest, TherapyRequestForm } from '../../../../../shared/care/therapy-requests.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../../platform/database.ts';
import { AppError, fieldError, requireFound } from '../../../../platform/errors.ts';
import { announce } from '../../../../platform/events.ts';
import { newId } from '../../../../platform/ids.ts';
import { wallClockAt } from '../../../../platform/local-time.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { openPage } from '../../../billing/payments/checkout-sessions/checkout-sessions.ts';
import { type AuditAction, record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import type { BookingRow } from '../counselor-bookings/counselor-bookings.table.ts';
import { requirePaidPlan, takePlace } from '../counselor-bookings/counselor-bookings.ts';
import { requestNotes, type TherapyRequestRow, therapyRequests } from './therapy-requests.table.ts';

export { countTherapyRequests } from './list-for-staff.ts';

/** How many requests of one owner may wait for an answer at once. */
export const maxWaitingRequests = 5;
const listMaxItems = 200;

/** A new column has to be set here or listed below, or this file does not compile. */
type AskedColumns = Omit<
  TherapyRequestRow,
  'status' | 'adminNotes' | 'scheduledDate' | 'therapistAssigned' | 'answeredAt' | 'bookingId'
>;

/** A request as its owner sees it. */
export function requestForOwner(
  services: Pick<Services, 'appSecret'>,
  row: TherapyRequestRow,
): z.output<typeof TherapyRequest> {
  return {
    ...row,
    reason: requestNotes.decrypt(services, row, 'reason'),
    specialRequests: requestNotes.decrypt(services, row, 'specialRequests'),
  };
}

/** The owner's requests, oldest first. */
export function listTherapyRequests(db: Queryable, userId: string): Promise<TherapyRequestRow[]> {
  return db
    .select()
    .from(therapyRequests)
    .where(eq(therapyRequests.userId, userId))
    .orderBy(asc(therapyRequests.id))
    .limit(listMaxItems);
}

/** Asks staff for another time. 402 on a free plan, 400 for a day that is over, 409 where too many wait for an answer. */
export function makeTherapyRequest(
  services: Services,
  userId: string,
  form: TherapyRequestForm,
): Promise<TherapyRequestRow> {
  return inTransaction(services.db, async (tx) => {
    const now = services.clock.now();
    const owner = await lockOwner(tx, userId);
    requirePaidPlan(owner, now);
    if (form.preferredDate < wallClockAt(now, owner.timezone).localDate)
      throw fieldError('preferredDate', 'This day is over');
    await requireFewWaiting(tx, userId);
    const id = newId();
    const { sessionType, preferredDate, preferredTime } = form;
    const asked: AskedColumns = {
      id,
      userId,
      sessionType,
      preferredDate,
      preferredTime,
      reason: requestNotes.encrypt(services, id, 'reason', form.reason),
      specialRequests: requestNotes.encrypt(services, id, 'specialRequests', form.specialRequests),
      createdAt: now,
      updatedAt: now,
    };
    const [row] = await tx.insert(therapyRequests).values(asked).returning();
    const request = requireFound(row);
    await recordRequest(tx, services, request, 'therapy-request.made');
    return request;
  });
}

/**
 * Books the session that staff offered, and opens the page on which it is paid. 404 for somebody else's request, 409 where
 * nothing is offered any more.
 */
export async function bookOffer(
  services: Services,
  userId: string,
  id: string,
  origin: string,
): Promise<{ booking: BookingRow; checkoutUrl: string }> {
  const { booking, checkout } = await inTransaction(services.db, async (tx) => {
    const owner = await lockOwner(tx, userId);
    requirePaidPlan(owner, services.clock.now());
    const request = await lockTherapyRequest(tx, id, userId);
    const startsAt = requireOffer(request, services.clock.now());
    const { localDate, localTime } = wallClockAt(startsAt, sessionTimezone);
    const wanted = {
      sessionType: request.sessionType,
      sessionDate: localDate,
      sessionTime: localTime,
      startsAt,
      notes: requestNotes.decrypt(services, request, 'reason'),
    };
    const placed = await takePlace(tx, services, owner, wanted, origin);
    const booked = await changeTherapyRequest(tx, services, id, { bookingId: placed.booking.id });
    await recordRequest(tx, services, booked, 'therapy-request.booked');
    return placed;
  });
  const { url } = await openPage(services, checkout);
  return { booking, checkoutUrl: url };
}

function requireOffer({ status, scheduledDate }: TherapyRequestRow, now: Date): Date {
  if (status !== 'scheduled' || !scheduledDate)
    throw new AppError('conflict', 'Nothing is offered for this request');
  if (scheduledDate <= now) throw new AppError('conflict', 'The time that was offered is over');
  return scheduledDate;
}

/** 404 if there is none, or it does not belong to `userId`, if given. */
export async function lockTherapyRequest(tx: Tx, id: string, userId?: string): Promise<TherapyRequestRow> {
  const [request] = await tx
    .select()
    .from(therapyRequests)
    .where(and(eq(therapyRequests.id, id), userId ? eq(therapyRequests.userId, userId) : undefined))
    .for('update');
  return requireFound(request, 'This request');
}

export async function changeTherapyRequest(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  id: string,
  columns: Partial<TherapyRequestRow>,
): Promise<TherapyRequestRow> {
  const [request] = await tx
    .update(therapyRequests)
    .set({ ...columns, updatedAt: clock.now() })
    .where(eq(therapyRequests.id, id))
    .returning();
  return requireFound(request);
}

async function requireFewWaiting(tx: Tx, userId: string): Promise<void> {
  const waiting = and(eq(therapyRequests.userId, userId), eq(therapyRequests.status, 'pending'));
  const [requests] = await tx.select({ waiting: count() }).from(therapyRequests).where(waiting);
  if (requireFound(requests).waiting < maxWaitingRequests) return;
  throw new AppError(
    'conflict',
    `${maxWaitingRequests} of your requests are waiting for our answer. We will write to you about them first.`,
  );
}

async function recordRequest(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { id, userId, sessionType }: TherapyRequestRow,
  action: Extract<AuditAction, `therapy-request.${string}`>,
): Promise<void> {
  await record(tx, clock.now(), {
    action,
    actor: userId,
    userId,
    subjectId: id,
    details: { sessionType },
  });
  await announceRequests(tx, userId);
}

export async function announceRequests(tx: Tx, userId: string): Promise<void> {
  await announce(tx, userId, ['therapy-requests']);
  await announceToStaff(tx);
}
