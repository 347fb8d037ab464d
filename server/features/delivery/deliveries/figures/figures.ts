import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { LinkOnlyReason, WaitingReason } from '../../../../../shared/delivery/waiting-reasons.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import type { CountQueue } from '../../../system/changes/changes.ts';
import { deliveryQueue, schedules } from '../deliveries.table.ts';
import { isUnderWay } from '../start/enqueue.ts';
import { isMoreThanLink } from '../state/state.ts';

export { readTimeZoneRules } from '../plan/time-zone-rules.ts';
export { countOwed } from './owed.ts';

/** A calendar day, and when it begins. */
export interface DayStart {
  /** `YYYY-MM-DD` */
  day: string;
  startsAt: Date;
}

/**
 * SQL: on which of these days, which follow each other, a delivery is due, counted from 0. Where a day begins is worked out in our
 * own code: PostgreSQL does not know every time zone that people have, and knows some by other rules.
 */
function dayDue(days: readonly DayStart[]): SQL {
  const starts = sql.param(days.map(({ startsAt }) => startsAt.toISOString()));
  return sql`(width_bucket(due_at, ${starts}::timestamptz[]) - 1)`;
}

/** Adds the day itself to its number. */
function onDays<Counts extends { at: number }>(
  days: readonly DayStart[],
  rows: readonly Counts[],
): (Counts & Pick<DayStart, 'day'>)[] {
  return rows.flatMap((row) => {
    const day = days[row.at]?.day;
    return day === undefined ? [] : [{ ...row, day }];
  });
}

interface PlannedDay {
  at: number;
  /** How many deliveries fall due. */
  planned: number;
  /** How many of them should already have started. */
  overdue: number;
}

/**
 * Deliveries that have not started and fall due before the last of these `days` begins, by the day on which they are due. Uses
 * the index on due schedules; those for after a death have no day yet.
 */
export async function countPlanned({ db, clock }: Pick<Services, 'db' | 'clock'>, days: readonly DayStart[]) {
  const [from, until] = [days.at(0), days.at(-1)];
  if (!from || !until) return [];
  const { rows } = await db.execute<PlannedDay & Record<string, unknown>>(sql`
    select ${dayDue(days)} as at, count(*)::int as planned,
      count(*) filter (where due_at <= ${clock.databaseNow()})::int as overdue
    from schedules s join memory_recipients r on r.schedule_id = s.id
    where started_at is null and due_at is not null
      and due_at >= ${from.startsAt.toISOString()}::timestamptz and due_at < ${until.startsAt.toISOString()}::timestamptz
    group by 1`);
  return onDays<PlannedDay>(days, rows);
}

interface DayOfDeliveries {
  at: number;
  delivered: number;
  /** Waiting for us, for a person, or for the next attempt. */
  waiting: number;
  failed: number;
}

/** The clocks of two machines differ by less than this. */
const clocksDifferHours = 1;

/** What has become of the deliveries due since the first of these `days` began, by the day on which they were due. */
export async function countPerDay({ db }: Pick<Services, 'db'>, days: readonly DayStart[]) {
  const [from] = days;
  if (!from) return [];
  const { rows } = await db.execute<DayOfDeliveries & Record<string, unknown>>(sql`
    select ${dayDue(days)} as at,
      count(*) filter (where status = 'delivered')::int as delivered,
      count(*) filter (where status in ('pending', 'sending', 'waiting')
        and ${isMoreThanLink})::int as waiting,
      count(*) filter (where status = 'failed')::int as failed
    from delivery_queue
    where ${fellDueSince(from.startsAt)}
    group by 1`);
  return onDays<DayOfDeliveries>(days, rows);
}

/** A due delivery goes out within seconds; after this long it is overdue. */
const missedAfterMinutes = 5;

/** Deliveries due between `from` and now that have not gone out, for any reason. Uses indexes. */
export async function countMissed(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  from: Date,
): Promise<number> {
  const now = clock.databaseNow();
  const isMissed = sql`due_at >= ${from.toISOString()}::timestamptz and due_at < ${now} - make_interval(mins => ${missedAfterMinutes})`;
  const { rows } = await db.execute<{ missed: number }>(sql`
    select (
      (select count(*) from delivery_queue
       where stopped_at is not null and ${isMoreThanLink} and ${isMissed}) +
      (select count(*) from delivery_queue
       where status in ('pending', 'sending') and ${fellDueSince(from)} and ${isMissed}) +
      (select count(*) from schedules s join memory_recipients r on r.schedule_id = s.id
       where started_at is null and due_at is not null and ${isMissed})
    )::int as missed`);
  return rows[0]?.missed ?? 0;
}

/** SQL: due since `from`. A delivery is created when it falls due, and an index finds rows by when they were created. */
function fellDueSince(from: Date): SQL {
  const since = sql`${from.toISOString()}::timestamptz`;
  return sql`(created_at >= ${since} - make_interval(hours => ${clocksDifferHours}) and due_at >= ${since})`;
}

/** How many deliveries of this owner are in the staff queue, as `listForStaff` lists them without a filter. */
export function countStoppedOf(db: Queryable, userId: string): Promise<number> {
  const theirs = db.select({ id: schedules.id }).from(schedules).where(eq(schedules.userId, userId));
  return db.$count(
    deliveryQueue,
    and(isNotNull(deliveryQueue.stoppedAt), inArray(deliveryQueue.scheduleId, theirs), isMoreThanLink),
  );
}

/** A delivery that has been stopped for longer than this is late. */
const lateAfterHours = 24;

/**
 * A delivery that a trusted contact or a guardian holds, that its recipient does not want or that nobody has
 * paid for may wait for years; other queues say whether somebody has to look at it. A parcel takes its time.
 */
const neverLate: readonly WaitingReason[] = [
  'held_by_trusted_contact',
  'declined',
  'held_by_guardian',
  'account_in_arrears',
  'in_the_post',
];

interface Group extends Record<string, unknown> {
  reason: Exclude<WaitingReason, LinkOnlyReason> | null;
  count: number;
  late: number;
  oldest: string;
}

/** Deliveries that have stopped and that somebody can act on. */
export const countStopped: CountQueue = async ({ db, clock }) => {
  const { rows } = await db.execute<Group>(sql`
    select waiting_reason as reason, count(*)::int as count, min(stopped_at) as oldest,
      count(*) filter (where stopped_at <= ${clock.databaseNow()} - make_interval(hours => ${lateAfterHours})
        and coalesce(waiting_reason not in ${neverLate}, true))::int as late
    from delivery_queue
    where stopped_at is not null and ${isMoreThanLink}
    group by 1 order by 2 desc, 1`);
  const oldest = rows.map((group) => Date.parse(group.oldest));
  return {
    count: sum(rows.map(({ count }) => count)),
    oldest: oldest.length > 0 ? new Date(Math.min(...oldest)) : null,
    late: sum(rows.map(({ late }) => late)),
    detail:
      rows.map(({ count, reason }) => `${count} ${reason ? words[reason] : 'given up'}`).join(', ') || null,
  };
};

const words: Record<Exclude<WaitingReason, LinkOnlyReason>, string> = {
  no_address: 'no address',
  bad_address: 'address does not work',
  not_theirs: 'not for whoever got it',
  memory_under_review: 'memory under review',
  physical_fulfilment: 'to be posted',
  in_the_post: 'in the post',
  file_damaged: 'file damaged',
  outcome_unknown: 'arrival unknown',
  held_by_staff: 'held by staff',
  held_by_trusted_contact: 'held for a person',
  declined: 'declined',
  held_by_guardian: 'waiting for a guardian',
  account_in_arrears: 'account in arrears',
};

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

interface GoingOut {
  /** Deliveries that are due: normally almost none, or everything that waits while deliveries are held. */
  now: number;
  /** Deliveries that fall due or are retried within the following 24 hours. */
  inADay: number;
}

/** How many deliveries a hold stops, or releasing it sets free. Uses indexes. */
export async function countGoingOut({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<GoingOut> {
  const now = clock.databaseNow();
  const { rows } = await db.execute<GoingOut & Record<string, unknown>>(sql`
    select count(*) filter (where goes_at <= ${now})::int as now,
      count(*) filter (where goes_at > ${now})::int as "inADay"
    from (
      select due_at as goes_at from schedules s join memory_recipients r on r.schedule_id = s.id
      where started_at is null and due_at is not null
      union all
      select attempt_after from delivery_queue where ${isUnderWay(now)}
    ) going
    where goes_at <= ${now} + interval '24 hours'`);
  return rows[0] ?? { now: 0, inADay: 0 };
}

/** For how long the oldest due delivery that waits for nobody else has been due; 0 if there is none. */
export async function findOverdueSeconds(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return longestOverdue(await groupUndelivered(services));
}

export function longestOverdue(groups: readonly Undelivered[]): number {
  return Math.max(0, ...groups.map(({ overdueSeconds }) => overdueSeconds ?? 0));
}

interface Undelivered extends Record<string, unknown> {
  state: string;
  reason: string | null;
  count: number;
  overdueSeconds: number | null;
}

/**
 * Includes due schedules that have not started. A delivery does not count as overdue if its owner is leaving,
 * or if it waits because somebody's address was changed.
 */
export async function groupUndelivered({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<Undelivered[]> {
  const now = clock.databaseNow();
  const groups = await db.execute<Undelivered>(sql`
    select status as state, waiting_reason as reason, count(*)::int as count,
      extract(epoch from ${now} - min(due_at) filter (
        where user_id not in (select id from users where deletion_requested_at is not null)
        and coalesce(recipient_id not in (select id from recipients where address_waits_until > ${now}), true)))::float as "overdueSeconds"
    from delivery_queue where ${isUnderWay(now)} group by 1, 2
    union all
    select status, waiting_reason, count(*)::int, null
    from delivery_queue where stopped_at is not null group by 1, 2
    union all
    select 'unstarted', null, 0, extract(epoch from ${now} - min(due_at))::float
    from schedules where started_at is null and due_at is not null`);
  return groups.rows;
}
