import { asc, eq, inArray, sql } from 'drizzle-orm';
import { listNames } from '../../../../../shared/names.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { deleteDraftsAbout } from '../../../memories/memories/drafts/drafts.ts';
import type { CancelledPlan, MemoryRow } from '../../../memories/memories/memories.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { recordAll } from '../../../system/audit/audit.ts';
import { memoryRecipients, type ScheduleRow, schedules } from '../deliveries.table.ts';
import { lockUndelivered } from './cancel-schedules.ts';
import { refreshDueAt } from './plan.ts';
import { requireFreeDates } from './schedule-rules.ts';
import { withFreeYears } from './series-years.ts';
import { instantByRules } from './time-zone-rules.ts';

// A memory that is to be deleted when its owner dies is planned for nobody. What had been planned can be restored.

/**
 * Cancels the schedules of a locked memory; null if there are none. 409 if delivery of one has started, or if there is one that the owner
 * has not `seen`.
 */
export async function cancelPlan(
  tx: Tx,
  services: Services,
  memory: MemoryRow,
  seen: readonly string[],
): Promise<CancelledPlan | null> {
  const now = services.clock.now();
  const ids = await lockUndelivered(tx, memory.id);
  if (ids.length === 0) return null;
  const planned = await tx.select().from(schedules).where(inArray(schedules.id, ids));
  await requireNoneStarted(tx, planned, now);
  requireSeen(ids, seen);
  const plan = {
    schedules: await rowsOf(tx, schedules, schedules.id, ids),
    recipients: await rowsOf(tx, memoryRecipients, memoryRecipients.scheduleId, ids),
  };
  for (const id of ids) await deleteDraftsAbout(tx, memory.userId, `schedule:${id}`);
  await tx.delete(schedules).where(inArray(schedules.id, ids));
  await recordPlans(tx, now, 'schedule.cancelled', memory.userId, ids);
  return plan;
}

/**
 * Restores the cancelled schedules, except those whose time is over and people who are no longer in the
 * address book. The caller has locked the owner. 402 if the plan has no dates left for one of them.
 */
export async function restorePlan(
  tx: Tx,
  services: Services,
  { userId }: MemoryRow,
  plan: CancelledPlan,
): Promise<void> {
  const now = services.clock.now();
  const owner = await lockOwner(tx, userId);
  const planned = plan.schedules.map((row) => byRules(services, row));
  const { rows } = await tx.execute<{ id: string; at: string }>(sql`
    select id, delivery_date as at from json_populate_recordset(null::schedules, ${JSON.stringify(planned)}::json)
    where user_id = ${userId} and (delivery_type = 'on_death' or delivery_date > ${now.toISOString()}) order by id`);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  const asked = rows.map(({ at }) => ({ deliveryDate: new Date(at) }));
  await requireFreeDates(tx, services, owner, asked);
  const records = JSON.stringify(await withFreeYears(tx, userId, planned));
  await tx.execute(sql`
    insert into schedules select * from json_populate_recordset(null::schedules, ${records}::json)
    where id = any(${sql.param(ids)}::uuid[])`);
  await tx.execute(sql`
    insert into memory_recipients select r.* from json_populate_recordset(null::memory_recipients, ${JSON.stringify(plan.recipients)}::json) r
    join recipients p on p.id = r.recipient_id and p.user_id = ${userId} where r.schedule_id = any(${sql.param(ids)}::uuid[])`);
  await refreshDueAt(tx, ids);
  await recordPlans(tx, now, 'schedule.created', userId, ids);
}

/** At the chosen day and time: the rules of its time zone may have changed since it was cancelled. */
function byRules(services: Services, row: Record<string, unknown>): Record<string, unknown> {
  const at = instantByRules(services, {
    id: String(row['id']),
    deliveryDate: new Date(String(row['delivery_date'])),
    localDate: String(row['local_date']),
    localTime: String(row['local_time']),
    timezone: String(row['timezone']),
  });
  return at ? { ...row, delivery_date: at } : row;
}

async function requireNoneStarted(tx: Tx, planned: readonly ScheduleRow[], now: Date): Promise<void> {
  const started = planned.filter(
    ({ startedAt, dueAt }) => startedAt !== null || (dueAt !== null && dueAt <= now),
  );
  if (started.length === 0) return;
  const people = await tx
    .selectDistinct({ id: recipients.id, firstName: recipients.firstName })
    .from(memoryRecipients)
    .innerJoin(recipients, eq(recipients.id, memoryRecipients.recipientId))
    .where(
      inArray(
        memoryRecipients.scheduleId,
        started.map(({ id }) => id),
      ),
    )
    .orderBy(asc(recipients.id));
  const whom = listNames(people.map(({ firstName }) => firstName)) || 'somebody';
  throw new AppError(
    'conflict',
    `It is on its way to ${whom}. Once it has arrived you can choose this. If nobody should get it any more, delete it now.`,
  );
}

function requireSeen(ids: readonly string[], seen: readonly string[]): void {
  const unseen = ids.filter((id) => !seen.includes(id));
  if (unseen.length === 0) return;
  throw new AppError(
    'conflict',
    `A delivery of this memory is planned. If it is to be deleted when you die, that is cancelled: please agree to that first.`,
    { fields: { cancelSchedules: unseen.join(' ') } },
  );
}

/** As JSON with every column under its database name, so that they can be inserted unchanged. */
async function rowsOf(
  tx: Tx,
  table: typeof schedules | typeof memoryRecipients,
  column: typeof schedules.id | typeof memoryRecipients.scheduleId,
  ids: readonly string[],
): Promise<Record<string, unknown>[]> {
  const rows = await tx
    .select({ row: sql<Record<string, unknown>>`to_jsonb(${table})` })
    .from(table)
    .where(inArray(column, [...ids]));
  return rows.map(({ row }) => row);
}

function recordPlans(
  tx: Tx,
  now: Date,
  action: 'schedule.created' | 'schedule.cancelled',
  userId: string,
  ids: readonly string[],
): Promise<void> {
  return recordAll(
    tx,
    now,
    ids.map((subjectId) => ({ action, actor: userId, userId, subjectId })),
  );
}
