import { sql } from 'drizzle-orm';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { readAgreedNow } from '../../../../platform/database-time.ts';
import { deriveId } from '../../../../platform/ids.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { memoryRecipients, schedules } from '../../../delivery/deliveries/deliveries.table.ts';
import { enqueueMail, mayBeSentBefore } from '../../../outbox/messages/mails/mails.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { mayBeWritten } from '../yearly-mail/yearly-mail.ts';

const perSweep = 500;
const daysBefore = 7;
/** Reminders that an outage delayed by up to this many days are still sent. */
const madeUpForDays = 4;
/** Things found within this time are covered by one mail. */
const gatherMinutes = 10;

interface Coming extends Record<string, unknown> {
  /** The recipient's id. */
  id: string;
  userId: string;
  scheduleId: string;
  year: number;
}

/**
 * Reminds living owners a week before something of theirs goes out, once per person, schedule and year: a corrected birthday does not cause
 * a second reminder. Owners know about what they planned or changed within the week, and somebody who has died is not mentioned.
 */
export async function remindOfComing(services: Services): Promise<void> {
  const { db, clock, sweeps } = services;
  const now = await readAgreedNow(db, clock);
  if (!now) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<Coming>(sql`
    select r.id, s.user_id as "userId", s.id as "scheduleId", extract(year from s.local_date)::int as year
    from ${schedules} s
    join ${memoryRecipients} mr on mr.schedule_id = s.id
    join ${recipients} r on r.id = mr.recipient_id
    join ${users} on ${users.id} = s.user_id
    where s.started_at is null and s.delivery_type = 'scheduled'
      and s.due_at > ${at} + make_interval(days => ${daysBefore - madeUpForDays})
      and s.due_at <= ${at} + make_interval(days => ${daysBefore})
      and s.updated_at <= s.due_at - make_interval(days => ${daysBefore})
      and r.died_at is null and r.declined_at is null and ${mayBeWritten(services)}
      and r.id <> all(${sql.param(sweeps.putOff('week-before'))}::uuid[])
      and not exists (
        select from outbox_mails m
        where m.dedupe_key = 'week-before:' || r.id || ':' || s.id || ':' || extract(year from s.local_date)::int)
    order by s.due_at, s.id limit ${perSweep}`);
  await sweeps.each('week-before', rows, (coming) =>
    inTransaction(db, (tx) => remind(tx, services, coming, now)),
  );
}

async function remind(
  tx: Parameters<typeof enqueueMail>[0],
  services: Services,
  { id, userId, scheduleId, year }: Coming,
  now: Date,
): Promise<void> {
  const key = `week-before:${id}:${scheduleId}:${year}`;
  await enqueueMail(tx, services, {
    ...{ id: deriveId(key), kind: 'week-before', userId, subjectId: scheduleId, dedupeKey: key },
    details: { recipientId: id },
    heldUntil: minutesAfter(now, gatherMinutes),
    mayBeSentSince: mayBeSentBefore(now),
  });
}
