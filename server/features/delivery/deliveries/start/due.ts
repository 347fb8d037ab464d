import { type SQL, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { agreedNow } from '../../../../platform/database-time.ts';
import { recordAll } from '../../../system/audit/audit.ts';
import { isHeld } from '../holds/holds.ts';

// Finding and starting due schedules.

interface ClaimedRow extends Record<string, unknown> {
  id: string;
  userId: string;
}

/** Up to `most` of them, longest due first, without those in `except`; or `only` one. */
export type DueSchedules = { most: number; except: readonly string[] } | { only: string };

/** The schedules that are due. Empty while deliveries are held. */
export async function findDueSchedules(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  which: DueSchedules,
): Promise<{ id: string }[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from schedules where ${isDue(clock)} and ${startable(which)}`,
  );
  return rows;
}

/**
 * Marks due schedules as started unless they are locked, and returns their ids. The statement itself includes
 * the due condition, so no schedule can start early. Nothing starts while deliveries are held.
 */
export function claimDueSchedules(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  which: DueSchedules,
): Promise<string[]> {
  return startDue(tx, services, sql`${startable(which)} for update skip locked`);
}

function startable(which: DueSchedules): SQL {
  if ('only' in which) return sql`not ${isHeld} and id = ${which.only}`;
  const except = sql`id <> all(${sql.param([...which.except])}::uuid[])`;
  return sql`not ${isHeld} and ${except} order by due_at limit ${which.most}`;
}

/**
 * Also starts the schedules that bring something to the same people at the same instants as these, and so on,
 * so that everything due for one person exists at once and goes in one message. Returns their ids.
 */
export async function claimAlongside(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  scheduleIds: readonly string[],
): Promise<string[]> {
  const claimed: string[] = [];
  for (let of = scheduleIds; of.length > 0; ) {
    const ids = await findAlongside(tx, of);
    if (ids.length === 0) return claimed;
    of = await startDue(
      tx,
      services,
      sql`not ${isHeld} and id = any(${sql.param(ids)}::uuid[]) for update skip locked`,
    );
    claimed.push(...of);
  }
  return claimed;
}

/** A subquery for each person: after a burst the planner has no statistics yet, and a join may read whole tables. */
async function findAlongside(tx: Tx, scheduleIds: readonly string[]): Promise<string[]> {
  const found = await tx.execute<{ ids: string[] }>(sql`
    select ids from (
      select (
        select array_agg(other.id) from memory_recipients named
        join schedules other on other.id = named.schedule_id
        where named.recipient_id = moment.recipient_id
          and other.due_at = moment.due_at and other.started_at is null
      ) as ids
      from (
        select distinct mr.recipient_id, s.due_at from schedules s
        join memory_recipients mr on mr.schedule_id = s.id
        where s.id = any(${sql.param([...scheduleIds])}::uuid[])
      ) moment
    ) found where ids is not null`);
  return [...new Set(found.rows.flatMap(({ ids }) => ids))];
}

/**
 * Marks whichever of these schedules are due as started, even while deliveries are held, because part of them
 * was already sent. Returns their ids. The caller has locked them.
 */
export function startSchedules(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  scheduleIds: readonly string[],
): Promise<string[]> {
  return startDue(tx, services, sql`id = any(${sql.param([...scheduleIds])}::uuid[])`);
}

/**
 * An `on_death` schedule has a due time only while its owner is released. Checked again here, so that no mistake
 * elsewhere sends it early; as a plain subquery, which the planner never turns into a scan of all accounts.
 */
const isReleased = sql`(delivery_type <> 'on_death' or (select u.memorialised_at from users u where u.id = schedules.user_id) is not null)`;

function isDue(clock: Services['clock']): SQL {
  return sql`(due_at <= ${agreedNow(clock)} and started_at is null and due_at is not null and ${isReleased})`;
}

/** Starts schedules that match `which` and are due. */
async function startDue(tx: Tx, { clock }: Pick<Services, 'clock'>, which: SQL): Promise<string[]> {
  const now = clock.now();
  const claimed = await tx.execute<ClaimedRow>(sql`
    with started as (
      update schedules set started_at = ${now.toISOString()}
      where id = any(array(
        select id from schedules where ${isDue(clock)} and ${which}
      ))
      returning id, user_id as "userId"
    ) select * from started order by id`);
  await recordAll(
    tx,
    now,
    claimed.rows.map(({ id, userId }) => ({
      action: 'schedule.started',
      actor: 'system',
      userId,
      subjectId: id,
    })),
  );
  return claimed.rows.map(({ id }) => id);
}

export interface DueRecipient extends Record<string, unknown> {
  scheduleId: string;
  userId: string;
  /** ISO 8601 */
  dueAt: string;
  deliveryMethod: string;
  recipientId: string;
  isHeld: boolean;
  /** They want nothing more. */
  isDeclined: boolean;
  firstName: string;
  leftFor: string | null;
}

/**
 * The recipients of these schedules, longest due first. A separate statement: the claiming statement sees
 * recipients as they were when it began, and an owner may have changed them before it got the lock.
 */
export async function recipientsOfSchedules(tx: Tx, scheduleIds: string[]): Promise<DueRecipient[]> {
  const recipients = await tx.execute<DueRecipient>(sql`
    select s.id as "scheduleId", s.user_id as "userId", s.due_at as "dueAt", s.delivery_method as "deliveryMethod",
      r.id as "recipientId", r.held_since is not null as "isHeld", r.declined_at is not null as "isDeclined", r.first_name as "firstName", mr.left_for as "leftFor"
    from schedules s
    join memory_recipients mr on mr.schedule_id = s.id
    join recipients r on r.id = mr.recipient_id
    where s.id = any(${sql.param(scheduleIds)}::uuid[])
    order by s.due_at, s.id`);
  return recipients.rows;
}
