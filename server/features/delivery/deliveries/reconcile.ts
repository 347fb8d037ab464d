import { type SQL, sql } from 'drizzle-orm';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database.ts';
import { findPaidAgain } from './send/paid-for.ts';
import { waitsTooLong } from './start/waiting-times.ts';

/** A contradiction between schedules, deliveries and the audit log. */
export interface Difference {
  what: string;
  subjectId: string;
}

/** Work in progress is not a difference, unless it should have moved on this long ago. */
const graceMinutes = 15;

/** Kept only for its link: its mail may have arrived before its memory was deleted. */
const isWithdrawn = sql`coalesce(d.waiting_reason = 'memory_withdrawn', false)`;

/**
 * How often the audit log says that it was made, not counting times when its mail came back later, or when it
 * began again because its memory had changed.
 */
const timesMade = sql`(
  select count(*) filter (where a.action = 'delivery.delivered') - count(*) filter (where a.action in ('delivery.bounced', 'delivery.not-theirs', 'delivery.sent-anew'))
  from audit_log a where a.subject_id = d.id)`;

const checks: readonly { what: string; find: (overdue: SQL, now: Date) => SQL }[] = [
  {
    what: 'a schedule is overdue and was never started',
    find: (overdue) => sql`select id from schedules where due_at < ${overdue} and started_at is null`,
  },
  {
    what: 'a schedule was started and one of its people has no delivery',
    find: () => sql`
      select s.id from schedules s join memory_recipients mr on mr.schedule_id = s.id
      where s.started_at is not null and not exists (
        select 1 from delivery_queue d where d.schedule_id = s.id and d.recipient_id = mr.recipient_id)`,
  },
  {
    // A schedule that starts again after all its recipients were removed and replaced has a second entry.
    what: 'a schedule was started and the audit log does not say so exactly once',
    find: () => sql`
      select s.id from schedules s where s.started_at is not null and 1 <> (
        select count(*) from audit_log a
        where a.subject_id = s.id and a.action = 'schedule.started' and a.at = s.started_at)`,
  },
  {
    what: 'a schedule is marked delivered and one of its deliveries is not',
    find: () => sql`
      select s.id from schedules s where s.is_delivered and exists (
        select 1 from delivery_queue d where d.schedule_id = s.id
          and d.status not in ('delivered', 'sending') and not ${isWithdrawn} and d.release_revoked_at is null)`,
  },
  {
    what: 'all deliveries of a schedule were made and it is not marked delivered',
    find: () => sql`
      select s.id from schedules s where not s.is_delivered and s.started_at is not null
        and (select bool_and(d.status = 'delivered') from delivery_queue d
          where d.schedule_id = s.id and d.release_revoked_at is null)`,
  },
  {
    what: 'a delivery was made before it was due',
    find: () => sql`select id from delivery_queue where delivered_at < due_at or first_attempt < due_at`,
  },
  {
    what: 'a delivery was made and the audit log does not say so exactly once',
    find: () => sql`
      select d.id from delivery_queue d where d.status = 'delivered' and 1 <> ${timesMade}`,
  },
  {
    what: 'the audit log says that a delivery was made which is not marked so',
    find: () => sql`
      select d.id from delivery_queue d where d.status <> 'delivered' and 0 < ${timesMade}`,
  },
  {
    what: 'a delivery is unfinished and nobody will look at it again',
    find: (overdue) => sql`
      select id from delivery_queue where status in ('pending', 'sending') and coalesce(sweep_at, created_at) < ${overdue}`,
  },
  {
    what: 'a delivery is put off for longer than any pause between two attempts',
    find: (_overdue, now) => sql`select id from delivery_queue where ${waitsTooLong(now)}`,
  },
  {
    what: 'a delivery waits and no reason says why',
    find: () => sql`select id from delivery_queue where status = 'waiting' and waiting_reason is null`,
  },
  {
    what: 'a delivery waits for the approval of a memory that is approved',
    find: () => sql`
      select d.id from delivery_queue d join schedules s on s.id = d.schedule_id join memories m on m.id = s.memory_id
      where d.status = 'waiting' and d.waiting_reason = 'memory_under_review' and m.is_approved`,
  },
  {
    what: 'a delivery that was not made has nobody to go to or nothing to bring',
    find: () => sql`
      select d.id from delivery_queue d join schedules s on s.id = d.schedule_id
      where d.status not in ('delivered', 'sending') and not ${isWithdrawn}
        and (d.recipient_id is null or s.memory_id is null)`,
  },
  {
    what: 'a delivery is kept as taken back and its memory is there, nothing of it was sent, or it is to go out',
    find: () => sql`
      select d.id from delivery_queue d join schedules s on s.id = d.schedule_id
      where ${isWithdrawn} and (s.memory_id is not null or coalesce(d.sent_to, d.opened_at::text) is null or d.status <> 'waiting' or d.sweep_at is not null)`,
  },
  {
    what: 'something for after a death is due or has begun, and its owner is not released',
    find: () => sql`
      select s.id from schedules s join users u on u.id = s.user_id
      where s.delivery_type = 'on_death' and u.memorialised_at is null
        and (s.due_at is not null or s.started_at is not null)`,
  },
  {
    what: 'something for after a death is never due, although its owner is released',
    find: () => sql`
      select s.id from schedules s join users u on u.id = s.user_id
      where s.delivery_type = 'on_death' and u.memorialised_at is not null and u.deletion_requested_at is null
        and s.started_at is null and s.due_at is null
        and exists (select 1 from memory_recipients mr where mr.schedule_id = s.id)`,
  },
  {
    what: 'a link to something for after a death is open, and its owner is not released',
    find: () => sql`
      select d.id from delivery_queue d join schedules s on s.id = d.schedule_id join users u on u.id = s.user_id
      where s.delivery_type = 'on_death' and u.memorialised_at is null and d.release_revoked_at is null`,
  },
  {
    what: 'a link is closed, and its schedule has begun again',
    find: () => sql`
      select d.id from delivery_queue d join schedules s on s.id = d.schedule_id
      join memory_recipients mr on mr.schedule_id = s.id and mr.recipient_id = d.recipient_id
      where d.release_revoked_at is not null and s.started_at is not null`,
  },
  {
    what: 'a link is closed, and its delivery is to go out',
    find: () => sql`
      select d.id from delivery_queue d where d.release_revoked_at is not null and not (
        d.status in ('delivered', 'sending') or coalesce(d.waiting_reason in ('release_revoked', 'memory_withdrawn'), false))`,
  },
  {
    what: 'a delivery waits because its release was revoked, and its link is open',
    find: () => sql`
      select id from delivery_queue where waiting_reason = 'release_revoked' and release_revoked_at is null`,
  },
  {
    what: 'a delivery waits because its recipient is held, and they are not',
    find: () => sql`
      select d.id from delivery_queue d join recipients r on r.id = d.recipient_id
      where d.waiting_reason = 'held_by_trusted_contact' and r.held_since is null`,
  },
  {
    what: 'a delivery waits because its recipient wants nothing more, and they do',
    find: () => sql`
      select d.id from delivery_queue d join recipients r on r.id = d.recipient_id
      where d.waiting_reason = 'declined' and r.declined_at is null`,
  },
  {
    what: 'something is to be posted to a recipient who is held',
    find: () => sql`
      select d.id from delivery_queue d join recipients r on r.id = d.recipient_id
      where d.waiting_reason = 'physical_fulfilment' and r.held_since is not null`,
  },
  {
    what: 'a version of a memory is not of the owner or memory of the delivery that brings it',
    find: () => sql`
      select d.id from delivery_queue d join memory_versions v on v.id = d.memory_version_id
      join schedules s on s.id = d.schedule_id
      where v.user_id <> d.user_id or v.memory_id <> s.memory_id`,
  },
];

/** All differences. The list should always be empty. */
export async function findDifferences(db: Queryable, now: Date): Promise<Difference[]> {
  const overdue = sql`${minutesAfter(now, -graceMinutes).toISOString()}::timestamptz`;
  const differences: Difference[] = [];
  for (const { what, find } of checks) {
    const found = await db.execute<{ id: string }>(find(overdue, now));
    differences.push(...found.rows.map((row) => ({ what, subjectId: row.id })));
  }
  return [...differences, ...(await findUnresumed(db, now))];
}

/** Owners with deliveries that should have been resumed, except those with recent changes, whose payment may still be being applied. */
async function findUnresumed(db: Queryable, now: Date): Promise<Difference[]> {
  const paid = await findPaidAgain(db, now);
  const what = 'deliveries of an owner wait for a payment, and their plan is paid for';
  return paid
    .filter(({ updatedAt }) => updatedAt < minutesAfter(now, -graceMinutes))
    .map(({ id: subjectId }) => ({ what, subjectId }));
}
