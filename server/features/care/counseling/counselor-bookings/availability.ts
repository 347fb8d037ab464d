import { and, between, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Availability, AvailabilityQuery } from '../../../../../shared/care/counselor-bookings.ts';
import {
  bookingDaysAhead,
  type SessionTime,
  type SessionType,
  sessionKinds,
  sessionTimes,
  sessionTimezone,
} from '../../../../../shared/care/session-catalogue.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { fieldError } from '../../../../platform/errors.ts';
import { daysAfter, instantOf, wallClockAt } from '../../../../platform/local-time.ts';
import { counselorBookings } from './counselor-bookings.table.ts';

const daysUnlessAsked = 30;

/** The future times on these days, with the number of places left. 400 if `to` is before `from`. */
export async function readAvailability(
  services: Pick<Services, 'db' | 'clock'>,
  { from: asked, to }: AvailabilityQuery,
): Promise<z.output<typeof Availability>> {
  const now = services.clock.now();
  const from = asked ?? bookableDays(now).from;
  const last = to ?? daysAfter(from, daysUnlessAsked);
  if (last < from) throw fieldError('to', 'Please give a last day that is not before the first');
  if (last > daysAfter(from, bookingDaysAhead)) throw fieldError('to', 'Please ask for a year at most');
  const slots = listSlots(from, last, now);
  const taken = await countTaken(services, slots);
  const left = ({ startsAt }: Slot, type: SessionType) =>
    Math.max(0, sessionKinds[type].places - (taken.get(startsAt.getTime())?.[type] ?? 0));
  return {
    timezone: sessionTimezone,
    slots: slots.map((slot) => ({
      ...slot,
      placesLeft: { individual: left(slot, 'individual'), group: left(slot, 'group') },
    })),
  };
}

/** How many places of each slot are taken, by the slot's instant; an unpaid one counts only while it is held. */
async function countTaken(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  slots: readonly Slot[],
): Promise<Map<number, Record<SessionType, number>>> {
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return new Map();
  const { sessionType, startsAt, place, heldUntil } = counselorBookings;
  // All columns are in one index, and a slot is a row without a date to be parsed: a year may hold 100,000 bookings.
  const rows = await db
    .select({
      at: sql<number>`date_part('epoch', ${startsAt}) * 1000`,
      individual: sql<number>`(count(*) filter (where ${eq(sessionType, 'individual')}))::int`,
      all: sql<number>`count(*)::int`,
    })
    .from(counselorBookings)
    .where(
      and(
        between(startsAt, first.startsAt, last.startsAt),
        isNotNull(place),
        or(isNull(heldUntil), gt(heldUntil, clock.now())),
      ),
    )
    .groupBy(startsAt);
  return new Map(rows.map(({ at, individual, all }) => [at, { individual, group: all - individual }]));
}

/** A time at which a session can begin, on the clocks of `sessionTimezone`. */
export interface Slot {
  date: string;
  time: SessionTime;
  startsAt: Date;
}

/** The instant of a time of day in the service's zone. */
export function startOf(date: string, time: string): Date {
  return instantOf({ localDate: date, localTime: time, timezone: sessionTimezone });
}

/** The first and the last day that can be booked at `now`. */
export function bookableDays(now: Date): { from: string; to: string } {
  const from = wallClockAt(now, sessionTimezone).localDate;
  return { from, to: daysAfter(from, bookingDaysAhead) };
}

/** The slots of the days from `from` until `to`, both included, that can be booked at `now`. */
export function listSlots(from: string, to: string, now: Date): Slot[] {
  const bookable = bookableDays(now);
  const last = to < bookable.to ? to : bookable.to;
  const slots: Slot[] = [];
  for (let date = from > bookable.from ? from : bookable.from; date <= last; date = daysAfter(date, 1)) {
    for (const slot of slotsOf(date)) if (slot.startsAt > now) slots.push(slot);
  }
  return slots;
}

/** Clocks change at night, so one lookup of the zone is enough for a day. */
function slotsOf(date: string): Slot[] {
  const first = startOf(date, sessionTimes[0]);
  return sessionTimes.map((time) => ({
    date,
    time,
    startsAt: minutesAfter(first, minutesOf(time) - minutesOf(sessionTimes[0])),
  }));
}

function minutesOf(time: SessionTime): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
