import { and, count, eq } from 'drizzle-orm';
import type { TherapyRequestForm } from '../../../../../shared/care/therapy-requests.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError, fieldError, requireFound } from '../../../../platform/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import { wallClockAt } from '../../../../platform/local-time.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { requireSelling } from '../../../billing/payments/payments.ts';
import { requirePaidPlan } from '../counselor-bookings/counselor-bookings.ts';
import { requestNotes, type TherapyRequestRow, therapyRequests } from './therapy-requests.table.ts';
import { recordRequest } from './therapy-requests.ts';

/** How many requests of one owner may wait for an answer at the same time. */
export const maxWaitingRequests = 5;

/** A new column has to be set here or listed below, or this file does not compile. */
type AskedColumns = Omit<
  TherapyRequestRow,
  'status' | 'adminNotes' | 'scheduledDate' | 'therapistAssigned' | 'answeredAt' | 'bookingId'
>;

/** Asks staff for another time. 402 on a free plan, 400 for a past day, 409 if too many wait for an answer or while nothing new is sold. */
export function makeTherapyRequest(
  services: Services,
  userId: string,
  form: TherapyRequestForm,
): Promise<TherapyRequestRow> {
  return inTransaction(services.db, async (tx) => {
    const now = services.clock.now();
    const owner = await lockOwner(tx, userId);
    await requireSelling(tx);
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

async function requireFewWaiting(tx: Tx, userId: string): Promise<void> {
  const waiting = and(eq(therapyRequests.userId, userId), eq(therapyRequests.status, 'pending'));
  const [requests] = await tx.select({ waiting: count() }).from(therapyRequests).where(waiting);
  if (requireFound(requests).waiting < maxWaitingRequests) return;
  throw new AppError(
    'conflict',
    `${maxWaitingRequests} of your requests are waiting for our answer. We will write to you about them first.`,
  );
}
