import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  Schedule,
  type ScheduleChanges,
  type ScheduleForm,
} from '../../../../../shared/delivery/schedules.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError, notFound, requireFound, requireVersion } from '../../../../platform/errors.ts';
import { announce } from '../../../../platform/events.ts';
import { wallClockAt } from '../../../../platform/local-time.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { isEmailVerified, lockOwner } from '../../../accounts/profile/profile.ts';
import { deleteDraftsAbout } from '../../../memories/drafts/drafts.ts';
import { record } from '../../../system/audit/audit.ts';
import { type ScheduleRow, schedules } from '../deliveries.table.ts';
import { refreshDueAt } from './plan.ts';
import { loadSchedule } from './schedule-list.ts';
import { linkRecipients, setRecipients } from './schedule-recipients.ts';
import { releaseDaysOf, requireApprovedMemory, requireFreeDate, requireFuture } from './schedule-rules.ts';

type Deps = Pick<Services, 'db' | 'clock'>;

/** What the owner plans; a new column has to be set here or listed below, or this file does not compile. */
type PlannedColumns = Omit<
  ScheduleRow,
  | 'id'
  | 'userId'
  | 'memoryId'
  | 'seriesId'
  | 'year'
  | 'version'
  | 'dueAt'
  | 'startedAt'
  | 'isDelivered'
  | 'deliveredAt'
  | 'idempotencyKey'
  | 'createdAt'
  | 'updatedAt'
>;

/**
 * Schedules a memory for recipients; returns the id. Sent again under its key, it is the schedule of the first time. 404 for a
 * memory or recipient that is not the owner's, 409 if the memory is not approved, the owner's email address not confirmed or the
 * key used for another memory, time or type, 402 at the plan's limit of dates per year.
 */
export function createSchedule(
  services: Deps & Pick<Services, 'config' | 'payments'>,
  { id: ownerId }: Pick<UserRow, 'id'>,
  form: ScheduleForm,
  idempotencyKey?: string,
): Promise<string> {
  return inTransaction(services.db, async (tx) => {
    const now = services.clock.now();
    const owner = await lockOwner(tx, ownerId);
    const earlier = await findMade(tx, owner.id, idempotencyKey);
    if (earlier) return requireSame(earlier, form).id;
    if (!isEmailVerified(services, owner))
      throw new AppError('conflict', 'Please confirm your email address first');
    await requireApprovedMemory(tx, owner.id, form.memoryId);
    const timezone = form.timezone ?? owner.timezone;
    requireFuture(form, timezone, now);
    await requireFreeDate(tx, services, owner, form.deliveryDate);
    const planned: PlannedColumns = {
      deliveryDate: form.deliveryDate,
      deliveryType: form.deliveryType,
      deliveryMethod: form.deliveryMethod,
      releaseDays: releaseDaysOf(form.deliveryType, form.releaseDays),
      ...wallClockAt(form.deliveryDate, timezone),
    };
    const [schedule] = await tx
      .insert(schedules)
      .values({
        ...planned,
        userId: owner.id,
        memoryId: form.memoryId,
        idempotencyKey: idempotencyKey ?? null,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    const { id } = requireFound(schedule);
    if (form.recipientIds) await setRecipients(tx, owner.id, requireFound(schedule), form.recipientIds, now);
    await recordPlan(tx, now, 'schedule.created', owner.id, id);
    return id;
  });
}

async function findMade(
  tx: Tx,
  userId: string,
  idempotencyKey: string | undefined,
): Promise<ScheduleRow | undefined> {
  if (!idempotencyKey) return undefined;
  const [row] = await tx
    .select()
    .from(schedules)
    .where(and(eq(schedules.userId, userId), eq(schedules.idempotencyKey, idempotencyKey)));
  return row;
}

/** Returning the earlier schedule for a different one would lose the new one. */
function requireSame(
  earlier: ScheduleRow,
  { memoryId, deliveryDate, deliveryType }: ScheduleForm,
): ScheduleRow {
  const isSame =
    earlier.memoryId === memoryId &&
    earlier.deliveryDate.getTime() === deliveryDate.getTime() &&
    earlier.deliveryType === deliveryType;
  if (isSame) return earlier;
  throw new AppError(
    'conflict',
    'This was scheduled before, and is different now. Please look at your schedule.',
  );
}

/** Changes a schedule whose delivery has not started; 409 once it has. */
export function changeSchedule(
  services: Deps & Pick<Services, 'payments'>,
  { id: ownerId }: Pick<UserRow, 'id'>,
  id: string,
  changes: ScheduleChanges,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const now = services.clock.now();
    const owner = await lockOwner(tx, ownerId);
    const schedule = await lockUnstarted(tx, owner.id, id, now);
    const timezone = changes.timezone ?? schedule.timezone;
    const deliveryDate = changes.deliveryDate ?? schedule.deliveryDate;
    const deliveryType = changes.deliveryType ?? schedule.deliveryType;
    if (changes.deliveryDate || changes.deliveryType)
      requireFuture({ deliveryDate, deliveryType }, timezone, now);
    if (changes.deliveryDate) await requireFreeDate(tx, services, owner, deliveryDate, schedule.deliveryDate);
    const planned: PlannedColumns = {
      deliveryDate,
      deliveryType,
      deliveryMethod: changes.deliveryMethod ?? schedule.deliveryMethod,
      releaseDays: releaseDaysOf(deliveryType, changes.releaseDays, schedule.releaseDays),
      ...wallClockAt(deliveryDate, timezone),
    };
    const current = await loadSchedule(tx, owner.id, id);
    const isChange = isNew(current, planned, changes.recipientIds);
    await requireVersion(changes.version, schedule, isChange, () => z.encode(Schedule, current));
    const [updated] = await tx
      .update(schedules)
      .set({ ...planned, version: schedule.version + Number(isChange), updatedAt: now })
      .where(eq(schedules.id, id))
      .returning();
    if (changes.recipientIds)
      await setRecipients(tx, owner.id, requireFound(updated), changes.recipientIds, now);
    else await refreshDueAt(tx, [id]);
    await recordPlan(tx, now, 'schedule.changed', owner.id, id);
  });
}

/** Whether the plan, or who is on it, differs from `before`. */
function isNew(
  before: z.output<typeof Schedule>,
  { deliveryDate, ...planned }: PlannedColumns,
  recipientIds: string[] | undefined,
): boolean {
  const people = new Set(before.recipients.map(({ id }) => id));
  const chosen = new Set(recipientIds ?? people);
  const isForOthers = chosen.size !== people.size || [...chosen].some((id) => !people.has(id));
  return (
    isForOthers ||
    deliveryDate.getTime() !== before.deliveryDate.getTime() ||
    (Object.keys(planned) as (keyof typeof planned)[]).some((name) => planned[name] !== before[name])
  );
}

/** Cancels a schedule: nothing of it is sent. 409 once delivery has started. */
export function cancelSchedule({ db, clock }: Deps, owner: UserRow, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    await lockUnstarted(tx, owner.id, id, now);
    await deleteDraftsAbout(tx, owner.id, `schedule:${id}`);
    await tx.delete(schedules).where(eq(schedules.id, id));
    await recordPlan(tx, now, 'schedule.cancelled', owner.id, id);
  });
}

/** Adds recipients to an existing schedule of the owner's memory. 409 once delivery has started. */
export function addRecipients(
  { db, clock }: Deps,
  owner: UserRow,
  memoryId: string,
  scheduleId: string,
  recipientIds: string[],
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const schedule = await lockUnstarted(tx, owner.id, scheduleId, now);
    if (schedule.memoryId !== memoryId) throw notFound('This schedule');
    await linkRecipients(tx, owner.id, schedule, recipientIds, now);
    await tx
      .update(schedules)
      .set({ version: sql`${schedules.version} + 1` })
      .where(eq(schedules.id, scheduleId));
    await recordPlan(tx, now, 'schedule.changed', owner.id, scheduleId);
  });
}

/** Locks the owner's schedule against the sweep. 404 if it is not theirs, 409 once delivery has started. */
async function lockUnstarted(tx: Tx, userId: string, id: string, now: Date): Promise<ScheduleRow> {
  const [row] = await tx
    .select()
    .from(schedules)
    .where(and(eq(schedules.id, id), eq(schedules.userId, userId)))
    .for('update');
  const schedule = requireFound(row, 'This schedule');
  const started = schedule.startedAt !== null || (schedule.dueAt !== null && schedule.dueAt <= now);
  if (!started) return schedule;
  const message = schedule.isDelivered
    ? 'This was already delivered and can no longer be changed'
    : 'The delivery has already started and can no longer be changed';
  throw new AppError('conflict', message);
}

async function recordPlan(
  tx: Tx,
  now: Date,
  action: `schedule.${'created' | 'changed' | 'cancelled'}`,
  userId: string,
  subjectId: string,
): Promise<void> {
  await record(tx, now, { action, actor: userId, userId, subjectId });
  await announce(tx, userId, ['schedules', 'stats']);
}
