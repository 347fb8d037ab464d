import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  SeenTherapyRequest,
  StaffRequestAct,
  StaffTherapyRequest,
  StaffTherapyRequestList,
  StaffTherapyRequestQuery,
} from '../../../../../shared/care/staff-therapy-requests.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import { requireAsSeen } from '../../../../platform/as-seen.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { isAfterPage } from '../../../../platform/paging.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { matchesPerson } from '../../../accounts/profile/profile.ts';
import type { CountQueue } from '../../../system/changes/changes.ts';
import {
  requestNotes,
  requestRank,
  requestStaffRank,
  type TherapyRequestRow,
  therapyRequests,
} from './therapy-requests.table.ts';

type Reading = Pick<Services, 'db' | 'clock'>;

/** A request that has waited for longer counts as late. */
const answerHours = 48;
const rank = requestStaffRank(therapyRequests.status);

/** Requests with one status for staff, oldest first, a page at a time. */
export async function listRequestsForStaff(
  services: Reading,
  { status, owner, limit, ...before }: StaffTherapyRequestQuery,
): Promise<z.output<typeof StaffTherapyRequestList>> {
  const { createdAt, id } = therapyRequests;
  const rows = await selectForStaff(services)
    .where(
      and(
        eq(rank, requestRank(status)),
        owner ? matchesPerson(owner, users) : undefined,
        isAfterPage(before, [createdAt, id]),
      ),
    )
    .orderBy(createdAt, id)
    .limit(limit + 1);
  const requests = rows.slice(0, limit).map((row) => toStaff(row, services.clock.now()));
  const last = rows.length > limit ? requests.at(-1) : undefined;
  return { requests, next: last ? { afterSince: last.createdAt, after: last.id } : null };
}

/** 404 if there is none. */
export async function loadRequestForStaff(
  services: Reading,
  id: string,
): Promise<z.output<typeof StaffTherapyRequest>> {
  const [row] = await selectForStaff(services).where(eq(therapyRequests.id, id));
  return toStaff(requireFound(row, 'This request'), services.clock.now());
}

/** Requests that wait for an answer. */
export const countTherapyRequests: CountQueue = async ({ db, clock }) => {
  const { createdAt } = therapyRequests;
  const lateBefore = minutesAfter(clock.now(), -answerHours * 60).toISOString();
  const [waiting] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldest: sql`min(${createdAt})`.mapWith(createdAt),
      late: sql<number>`(count(*) filter (where ${createdAt} <= ${lateBefore}))::int`,
    })
    .from(therapyRequests)
    .where(eq(rank, requestRank('pending')));
  return { count: 0, oldest: null, late: 0, ...waiting };
};

function selectForStaff({ db }: Reading) {
  return db
    .select({ request: therapyRequests, owner: users })
    .from(therapyRequests)
    .innerJoin(users, eq(users.id, therapyRequests.userId))
    .$dynamic();
}

function toStaff(
  { request, owner }: Awaited<ReturnType<typeof selectForStaff>>[number],
  now: Date,
): z.output<typeof StaffTherapyRequest> {
  const { id, firstName, lastName, email, timezone } = owner;
  const { status, createdAt, reason, specialRequests, adminNotes } = request;
  return {
    ...request,
    hasWords: reason !== null || specialRequests !== null,
    hasAdminNotes: adminNotes !== null,
    adminNotesVersion: requestNotes.versionOf(request, 'adminNotes'),
    isLate: status === 'pending' && createdAt <= minutesAfter(now, -answerHours * 60),
    owner: { id, name: fullNameOf({ firstName, lastName }), email, timezone },
    acts: actsOnRequest(request),
  };
}

/** What staff may do to a request in its present state: one that its owner has booked is a session, and is no longer answered. */
export function actsOnRequest({ status, bookingId }: TherapyRequestRow): StaffRequestAct[] {
  if (bookingId) return [];
  return status === 'declined' ? ['answer'] : ['answer', 'decline'];
}

/** 409 with a sentence for each field that changed since staff looked. */
export function requireUnchanged(
  seen: SeenTherapyRequest,
  { status, scheduledDate }: TherapyRequestRow,
): void {
  requireAsSeen('request', {
    status: seen.status !== status && `The status: it was “${seen.status}”, and is “${status}” now`,
    scheduledDate:
      seen.scheduledDate?.getTime() !== scheduledDate?.getTime() && 'Another time is offered now',
  });
}
