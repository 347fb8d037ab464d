import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { DeliveryType } from '../../../../../shared/delivery/schedules.ts';
import { listNames } from '../../../../../shared/names.ts';
import { isLimitReached } from '../../../../../shared/plans.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { AppError, fieldError, requireFound } from '../../../../platform/errors.ts';
import { localYear, wallClockAt, yearBounds } from '../../../../platform/local-time.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { limitReached, readLimits } from '../../../billing/subscriptions/standing/standing.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { afterLastDay } from '../../../system/closing/closing.ts';
import { type ScheduleRow, schedules } from '../deliveries.table.ts';

// What schedules must satisfy: approved memories, future dates, and dates left in the plan. For a series, the
// error's fields name the years that do not.

function byYear(years: readonly (number | null)[], fault: (year: number) => string): Record<string, string> {
  return Object.fromEntries(years.flatMap((year) => (year === null ? [] : [[String(year), fault(year)]])));
}

/** 404 for a memory that is not the owner's, 409 for one that is not approved or is to be deleted when its owner dies. */
export async function requireApprovedMemories(
  tx: Tx,
  userId: string,
  planned: readonly { memoryId: string; year: number | null }[],
): Promise<void> {
  const { id, isApproved, deleteOnDeathSince, title } = memories;
  const rows = await tx
    .select({ id, isApproved, deleteOnDeathSince, title })
    .from(memories)
    .where(
      and(inArray(id, [...new Set(planned.map(({ memoryId }) => memoryId))]), eq(memories.userId, userId)),
    )
    .orderBy(asc(id))
    .for('share');
  const found = new Map(rows.map((row) => [row.id, row]));
  const chosen = planned.map((each) => ({
    ...each,
    memory: requireFound(found.get(each.memoryId), 'This memory'),
  }));
  const deleted = chosen.filter(({ memory }) => memory.deleteOnDeathSince);
  if (deleted[0])
    throw refused(
      deleted,
      `You chose to have “${deleted[0].memory.title}” deleted when you die. Change that first, and then it can be delivered.`,
    );
  const unapproved = chosen.filter(({ memory }) => !memory.isApproved);
  if (unapproved.length > 0) throw refused(unapproved, 'Only approved memories can be scheduled');
}

function refused(planned: readonly { year: number | null }[], message: string): AppError {
  const years = planned.map(({ year }) => year);
  return new AppError('conflict', message, { fields: byYear(years, () => message) });
}

type Dated = Pick<ScheduleRow, 'deliveryDate' | 'deliveryType' | 'timezone' | 'year'>;

/** 400 unless a dated delivery lies in the future. One for after a death must name today or a later day in its time zone. */
export function requireFuture(planned: readonly Dated[], now: Date): void {
  const isAhead = ({ deliveryType, deliveryDate, timezone }: Dated) =>
    deliveryType === 'scheduled'
      ? deliveryDate > now
      : wallClockAt(deliveryDate, timezone).localDate >= wallClockAt(now, timezone).localDate;
  const past = planned.filter((each) => !isAhead(each)).map(({ year }) => year);
  if (past.length === 0) return;
  const message = 'Delivery date must be in the future';
  throw new AppError('bad_request', message, {
    fields: past[0] === null ? { deliveryDate: message } : byYear(past, () => message),
  });
}

/** 400 for a dated delivery after the announced last day of the service. */
export async function requireBeforeClosing(tx: Tx, planned: readonly Dated[]): Promise<void> {
  const dated = planned.filter(({ deliveryType }) => deliveryType === 'scheduled');
  const dayOf = ({ deliveryDate, timezone }: Dated) => wallClockAt(deliveryDate, timezone).localDate;
  const refused = await afterLastDay(tx, dated.map(dayOf));
  if (!refused) return;
  const { days, message } = refused;
  const years = dated.filter((each) => days.includes(dayOf(each))).map(({ year }) => year);
  throw new AppError('bad_request', message, {
    fields: years[0] === null ? { deliveryDate: message } : byYear(years, () => message),
  });
}

/** The days to store. 400 for a dated schedule, which does not wait for a release. */
export function releaseDaysOf(
  deliveryType: DeliveryType,
  asked: number | null | undefined,
  before: number | null = null,
): number | null {
  if (deliveryType === 'on_death') return asked === undefined ? before : asked;
  if (typeof asked !== 'number') return null;
  throw fieldError('releaseDays', 'Days after your death are for what is delivered after it');
}

interface AskedDate {
  deliveryDate: Date;
  /** The date it is moved from. */
  before?: Date;
}

/**
 * 402, naming the years, if the plan's delivery dates are used up for the calendar years of `asked` in the
 * owner's zone, counting delivered ones. Moving a date within its year does not use up another.
 */
export async function requireFreeDates(
  tx: Tx,
  services: Pick<Services, 'clock' | 'payments'>,
  owner: UserRow,
  asked: readonly AskedDate[],
): Promise<void> {
  const years = asked.flatMap(({ deliveryDate, before }) => {
    const year = localYear(deliveryDate, owner.timezone);
    return before && localYear(before, owner.timezone) === year ? [] : year;
  });
  if (years.length === 0) return;
  const limits = await readLimits(tx, services, owner);
  const most = limits.plan.deliveryDatesPerYear;
  const taken = await countDates(tx, owner, [...new Set(years)]);
  const full = Map.groupBy(years, (year) => year)
    .entries()
    .filter(([year, more]) => isLimitReached((taken.get(year) ?? 0) + more.length - 1, most))
    .map(([year]) => year)
    .toArray();
  if (full.length === 0) return;
  const { message } = limitReached(limits, owner, `delivery dates in ${listNames(full.map(String))}`);
  throw new AppError('plan_required', message, {
    fields: byYear(full, (year) => `All ${most} delivery dates of ${year} are used`),
  });
}

/** How many dates each of these years has, in the owner's zone. */
async function countDates(
  tx: Tx,
  { id, timezone }: UserRow,
  years: readonly number[],
): Promise<Map<number, number>> {
  const bounds = years.map((year) => ({ year, ...yearBounds(year, timezone) }));
  const { rows } = await tx.execute<{ year: number; taken: number }>(sql`
    select of.year, count(s.id)::int as taken
    from json_to_recordset(${JSON.stringify(bounds)}::json) as of (year integer, "from" timestamptz, "to" timestamptz)
    left join ${schedules} s on s.user_id = ${id} and s.delivery_date >= of."from" and s.delivery_date < of."to"
    group by of.year`);
  return new Map(rows.map(({ year, taken }) => [year, taken]));
}

/** Whether its delivery has begun, or is due to begin. */
export function hasBegun({ startedAt, dueAt }: Pick<ScheduleRow, 'startedAt' | 'dueAt'>, now: Date): boolean {
  return startedAt !== null || (dueAt !== null && dueAt <= now);
}

/** 409 once delivery has started. Pass schedules that are locked, so that the sweep cannot start them. */
export function requireUnstarted(schedule: ScheduleRow, now: Date): void {
  if (!hasBegun(schedule, now)) return;
  const message = schedule.isDelivered
    ? 'This was already delivered and can no longer be changed'
    : 'The delivery has already started and can no longer be changed';
  throw new AppError('conflict', message);
}
