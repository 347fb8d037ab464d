import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { noticeHours } from '../../../../../shared/care/session-catalogue.ts';
import {
  bookingRanks,
  type StaffBooking,
  type StaffBookingList,
  type StaffBookingQuery,
} from '../../../../../shared/care/staff-counselor-bookings.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { matchesPerson } from '../../../accounts/profile/profile.ts';
import type { CountQueue } from '../../../system/changes/changes.ts';
import { bookingNotes, counselorBookings, rankOf, staffRank } from './counselor-bookings.table.ts';
import { actsOn, isLate } from './staff-rules.ts';

type Reading = Pick<Services, 'db' | 'clock'>;
const rank = staffRank(counselorBookings);
const numberOf = (name: (typeof bookingRanks)[number]) => bookingRanks.indexOf(name);

/** Sessions for staff, a page at a time; those to confirm come first. */
export async function listBookingsForStaff(
  services: Reading,
  query: StaffBookingQuery,
): Promise<z.output<typeof StaffBookingList>> {
  const rows = await selectForStaff(services)
    .where(and(...conditionsOf(query)))
    .orderBy(rank, counselorBookings.startsAt, counselorBookings.id)
    .limit(query.limit + 1);
  const bookings = rows.slice(0, query.limit).map((row) => toStaff(row, services.clock.now()));
  const last = rows.length > query.limit ? bookings.at(-1) : undefined;
  return {
    bookings,
    next: last ? { afterRank: numberOf(last.rank), afterStart: last.startsAt, after: last.id } : null,
  };
}

/** 404 if there is none. */
export async function loadBookingForStaff(
  services: Reading,
  id: string,
): Promise<z.output<typeof StaffBooking>> {
  const [row] = await selectForStaff(services).where(eq(counselorBookings.id, id));
  return toStaff(requireFound(row, 'This session'), services.clock.now());
}

/** Sessions to confirm, and confirmed ones that have begun or lack their link a day before. */
export const countBookings: CountQueue = async ({ db, clock }) => {
  const now = clock.now();
  const { startsAt, meetingLink, paidAt } = counselorBookings;
  const soon = minutesAfter(now, noticeHours * 60).toISOString();
  const aDayAgo = minutesAfter(now, -noticeHours * 60).toISOString();
  const lacksLink = sql`(${rank} = 1 and ${meetingLink} is null and ${startsAt} <= ${soon})`;
  const hasBegun = sql`(${rank} = 1 and ${startsAt} <= ${now.toISOString()})`;
  const isLateNow = sql`(${lacksLink} or ${rank} = 0 and (${startsAt} <= ${soon} or ${paidAt} <= ${aDayAgo}))`;
  const [waiting] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldest: sql`min(${paidAt})`.mapWith(counselorBookings.createdAt),
      late: sql<number>`(count(*) filter (where ${isLateNow}))::int`,
      toConfirm: sql<number>`(count(*) filter (where ${rank} = 0))::int`,
    })
    .from(counselorBookings)
    .where(and(lte(rank, 1), sql`(${rank} = 0 or ${lacksLink} or ${hasBegun})`));
  const { toConfirm = 0, ...counts } = waiting ?? {};
  return {
    count: 0,
    oldest: null,
    late: 0,
    ...counts,
    detail: toConfirm > 0 ? `${toConfirm} to confirm` : null,
  };
};

function conditionsOf({
  rank: asked,
  owner,
  afterRank,
  afterStart,
  after,
}: StaffBookingQuery): (SQL | undefined)[] {
  return [
    asked ? eq(rank, numberOf(asked)) : lte(rank, numberOf('confirmed')),
    owner ? matchesPerson(owner, users) : undefined,
    afterRank !== undefined && afterStart && after
      ? sql`(${rank}, ${counselorBookings.startsAt}, ${counselorBookings.id}) > (${afterRank}, ${afterStart.toISOString()}, ${after})`
      : undefined,
  ];
}

function selectForStaff({ db }: Reading) {
  return db
    .select({ booking: counselorBookings, owner: users })
    .from(counselorBookings)
    .innerJoin(users, eq(users.id, counselorBookings.userId))
    .$dynamic();
}

function toStaff(
  { booking, owner }: Awaited<ReturnType<typeof selectForStaff>>[number],
  now: Date,
): z.output<typeof StaffBooking> {
  const { id, firstName, lastName, email, timezone } = owner;
  return {
    ...booking,
    rank: rankOf(booking),
    since: booking.paidAt ?? booking.createdAt,
    isLate: isLate(booking, now),
    hasNotes: booking.notes !== null,
    hasCounselorNotes: booking.counselorNotes !== null,
    counselorNotesVersion: bookingNotes.versionOf(booking, 'counselorNotes'),
    isRefunded: booking.status === 'cancelled' && booking.paidAt !== null,
    owner: { id, name: fullNameOf({ firstName, lastName }), email, timezone },
    acts: actsOn(booking, now),
  };
}
