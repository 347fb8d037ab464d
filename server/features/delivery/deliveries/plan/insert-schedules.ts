import { inArray } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { announce } from '../../../../platform/events.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { deleteDraftsAbout } from '../../../memories/memories/drafts/drafts.ts';
import { type AuditAction, recordAll } from '../../../system/audit/audit.ts';
import { type ScheduleRow, schedules } from '../deliveries.table.ts';
import { linkRecipients } from './schedule-recipients.ts';
import {
  requireApprovedMemories,
  requireBeforeClosing,
  requireFreeDates,
  requireFuture,
} from './schedule-rules.ts';

/** What the owner plans, with its link to a series. */
export type NewSchedule = Pick<
  ScheduleRow,
  | 'memoryId'
  | 'deliveryDate'
  | 'deliveryType'
  | 'deliveryMethod'
  | 'releaseDays'
  | 'localDate'
  | 'localTime'
  | 'timezone'
  | 'seriesId'
  | 'year'
  | 'idempotencyKey'
> & { memoryId: string };

/**
 * Inserts schedules for these recipients: all of them or none. The caller has locked the owner in `tx`. 404 for a memory or recipient that
 * is not the owner's; 409 if a memory is not approved; 400 for a date that has passed; 402 at the plan's limit of dates per year.
 */
export async function insertSchedules(
  tx: Tx,
  services: Pick<Services, 'clock' | 'payments'>,
  owner: UserRow,
  planned: readonly NewSchedule[],
  recipientIds: readonly string[] | undefined,
): Promise<ScheduleRow[]> {
  if (planned.length === 0) return [];
  const now = services.clock.now();
  await requireApprovedMemories(tx, owner.id, planned);
  requireFuture(planned, now);
  await requireBeforeClosing(tx, planned);
  await requireFreeDates(tx, services, owner, planned);
  const inserted = await tx
    .insert(schedules)
    .values(planned.map((one) => ({ ...one, userId: owner.id, createdAt: now, updatedAt: now })))
    .returning();
  if (recipientIds) await linkRecipients(tx, owner.id, inserted, recipientIds, now);
  await recordPlan(
    tx,
    now,
    'schedule.created',
    owner.id,
    inserted.map(({ id }) => id),
  );
  return inserted;
}

/** Cancels schedules that have not begun: nothing of them is sent. The caller has locked them. */
export async function deleteSchedules(
  tx: Tx,
  userId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  for (const id of ids) await deleteDraftsAbout(tx, userId, `schedule:${id}`);
  await tx.delete(schedules).where(inArray(schedules.id, [...ids]));
  await recordPlan(tx, now, 'schedule.cancelled', userId, ids);
}

type PlanAction = Extract<AuditAction, `schedule.${'created' | 'changed' | 'cancelled'}`>;

/** Records in the audit log what an owner did to schedules, and notifies their open pages. */
export async function recordPlan(
  tx: Tx,
  now: Date,
  action: PlanAction,
  userId: string,
  subjectIds: readonly string[],
): Promise<void> {
  await recordAll(
    tx,
    now,
    subjectIds.map((subjectId) => ({ action, actor: userId, userId, subjectId })),
  );
  await announce(tx, userId, ['schedules', 'stats']);
}
