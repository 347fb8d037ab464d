import { and, eq, getTableColumns, lte, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  StaffRequestAct,
  StaffStorageRequest,
  StaffStorageRequestList,
  StaffStorageRequestQuery,
} from '../../../../../shared/keepsakes/staff-storage-requests.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import { minutesAfter, wholeDaysAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { matchesPerson } from '../../../accounts/profile/profile.ts';
import type { CountQueue } from '../../../system/changes/changes.ts';
import { physicalItems } from '../physical-items.table.ts';
import { nextStatus, type StorageRequestEvent } from './storage-request-state.ts';
import {
  rankOf,
  requestRank,
  physicalStorageRequests as requests,
  type StorageRequestRow,
} from './storage-requests.table.ts';

type Reading = Pick<Services, 'db' | 'clock'>;
type Answer = z.output<typeof StaffStorageRequest>;
const rank = requestRank(requests.status);

/** By then an owner should have our answer. */
const lateAfterDays = 2;
const lateSince = (now: Date) => wholeDaysAfter(now, -lateAfterDays);

/** Requests for staff, a page at a time; unanswered ones come first. */
export async function listRequestsForStaff(
  services: Reading,
  query: StaffStorageRequestQuery,
): Promise<z.output<typeof StaffStorageRequestList>> {
  const now = services.clock.now();
  const rows = await selectForStaff(services)
    .where(and(...conditionsOf(query, now)))
    .orderBy(rank, requests.createdAt, requests.id)
    .limit(query.limit + 1);
  const page = rows.slice(0, query.limit).map((row) => toAnswer(row, now));
  const last = rows.length > query.limit ? page.at(-1) : undefined;
  return {
    requests: page,
    next: last ? { afterRank: rankOf(last.status), afterSince: last.createdAt, after: last.id } : null,
  };
}

/** 404 if there is none. */
export async function loadRequestForStaff(services: Reading, id: string): Promise<Answer> {
  const [row] = await selectForStaff(services).where(eq(requests.id, id));
  return toAnswer(requireFound(row, 'This request'), services.clock.now());
}

/** The event of each answer by staff. */
export const eventOf = { approve: 'approved', decline: 'declined' } as const satisfies Partial<
  Record<StaffRequestAct, StorageRequestEvent>
>;

/** What staff may do about a request in its present state. */
export function actsOn({ status }: Pick<StorageRequestRow, 'status'>): StaffRequestAct[] {
  const answers = Object.keys(eventOf) as (keyof typeof eventOf)[];
  return [...answers.filter((act) => nextStatus(status, eventOf[act])), 'notes'];
}

/** Requests that nobody has answered. */
export const countStorageRequests: CountQueue = async ({ db, clock }) => {
  const [waiting] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldest: sql`min(${requests.createdAt})`.mapWith(requests.createdAt),
      late: sql<number>`(count(*) filter (where ${lte(requests.createdAt, lateSince(clock.now()))}))::int`,
    })
    .from(requests)
    .where(eq(rank, rankOf('pending')));
  return { count: 0, oldest: null, late: 0, ...waiting };
};

function conditionsOf(
  { status, minAgeHours, owner, afterRank, afterSince, after }: StaffStorageRequestQuery,
  now: Date,
): (SQL | undefined)[] {
  return [
    status ? eq(rank, rankOf(status)) : lte(rank, rankOf('approved')),
    minAgeHours === undefined ? undefined : lte(requests.createdAt, minutesAfter(now, -minAgeHours * 60)),
    owner ? matchesPerson(owner, users) : undefined,
    afterRank !== undefined && afterSince && after
      ? sql`(${rank}, ${requests.createdAt}, ${requests.id}) > (${afterRank}, ${afterSince.toISOString()}, ${after})`
      : undefined,
  ];
}

function selectForStaff({ db }: Reading) {
  return db
    .select({ request: getTableColumns(requests), owner: users, itemTitle: physicalItems.title })
    .from(requests)
    .innerJoin(users, eq(users.id, requests.userId))
    .leftJoin(physicalItems, eq(physicalItems.id, requests.physicalItemId))
    .$dynamic();
}

function toAnswer(
  { request, owner, itemTitle }: Awaited<ReturnType<typeof selectForStaff>>[number],
  now: Date,
): Answer {
  const { id, firstName, lastName, email } = owner;
  return {
    ...request,
    itemTitle,
    isLate: request.status === 'pending' && request.createdAt <= lateSince(now),
    owner: { id, name: fullNameOf({ firstName, lastName }), email },
    acts: actsOn(request),
  };
}
