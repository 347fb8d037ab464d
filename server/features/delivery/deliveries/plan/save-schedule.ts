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
import { type WallClock, wallClockAt } from '../../../../platform/local-time.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { isEmailVerified, lockOwner } from '../../../accounts/profile/profile.ts';
import { type ScheduleRow, schedules } from '../deliveries.table.ts';
import { deleteSchedules, insertSchedules, type NewSchedule, recordPlan } from './insert-schedules.ts';
import { refreshDueAt } from './plan.ts';
import { loadSchedule } from './schedule-list.ts';
import { linkRecipients, setRecipients } from './schedule-recipients.ts';
import {
  releaseDaysOf,
  requireBeforeClosing,
  requireFreeDates,
  requireFuture,
  requireUnstarted,
} from './schedule-rules.ts';
import { hasLeftSeries, markSeriesChanged } from './series-years.ts';

type Deps = Pick<Services, 'db' | 'clock'>;

/** What the owner plans. A new column has to be set here or listed below, or this file does not compile. */
type PlannedColumns = Omit<NewSchedule, 'memoryId' | 'idempotencyKey'>;

/**
 * Schedules a memory for recipients; returns the id. A repeated request with the same key returns the first schedule. 404
 * for a memory or recipient that is not the owner's; 409 if the memory is not approved, the owner's email address is not
 * confirmed, or the key was used for another memory, time or type; 402 at the plan's limit of dates per year.
 */
export function createSchedule(
  services: Deps & Pick<Services, 'config' | 'payments'>,
  { id: ownerId }: Pick<UserRow, 'id'>,
  form: ScheduleForm,
  idempotencyKey: string | null = null,
): Promise<string> {
  return inTransaction(services.db, async (tx) => {
    const owner = await lockOwner(tx, ownerId);
    const earlier = await findMade(tx, owner.id, idempotencyKey);
    if (earlier) return requireSame(earlier, form).id;
    if (!isEmailVerified(services, owner))
      throw new AppError('conflict', 'Please confirm your email address first');
    const [made] = await insertSchedules(
      tx,
      services,
      owner,
      [{ ...plannedBy(form, owner), idempotencyKey }],
      form.recipientIds,
    );
    return requireFound(made).id;
  });
}

/** The plan that a form describes, in the owner's time zone unless it names another. */
function plannedBy(form: ScheduleForm, owner: UserRow): Omit<NewSchedule, 'idempotencyKey'> {
  return {
    memoryId: form.memoryId,
    deliveryDate: form.deliveryDate,
    deliveryType: form.deliveryType,
    deliveryMethod: form.deliveryMethod,
    releaseDays: releaseDaysOf(form.deliveryType, form.releaseDays),
    ...wallClockAt(form.deliveryDate, form.timezone ?? owner.timezone),
    seriesId: null,
    year: null,
  };
}

async function findMade(
  tx: Tx,
  userId: string,
  idempotencyKey: string | null,
): Promise<ScheduleRow | undefined> {
  if (!idempotencyKey) return undefined;
  const [row] = await tx
    .select()
    .from(schedules)
    .where(and(eq(schedules.userId, userId), eq(schedules.idempotencyKey, idempotencyKey)));
  return row;
}

/** Returning the earlier schedule in place of a different one would lose the new one. */
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
  services: Deps & Pick<Services, 'config' | 'payments'>,
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
    if (changes.deliveryDate || changes.deliveryType) {
      const dated = [{ deliveryDate, deliveryType, timezone, year: null }];
      requireFuture(dated, now);
      await requireBeforeClosing(tx, dated);
    }
    if (changes.deliveryDate)
      await requireFreeDates(tx, services, owner, [{ deliveryDate, before: schedule.deliveryDate }]);
    const planned: PlannedColumns = {
      deliveryDate,
      deliveryType,
      deliveryMethod: changes.deliveryMethod ?? schedule.deliveryMethod,
      releaseDays: releaseDaysOf(deliveryType, changes.releaseDays, schedule.releaseDays),
      ...wallClockOf(schedule, deliveryDate, timezone),
      seriesId: schedule.seriesId,
      year: schedule.year,
    };
    if (hasLeftSeries(planned)) Object.assign(planned, { seriesId: null, year: null });
    const current = await loadSchedule({ config: services.config, db: tx }, owner.id, id);
    const isChange = isNew(current, planned, changes.recipientIds);
    await requireVersion(changes.version, schedule, isChange, () => z.encode(Schedule, current));
    const [updated] = await tx
      .update(schedules)
      .set({ ...planned, version: schedule.version + Number(isChange), updatedAt: now })
      .where(eq(schedules.id, id))
      .returning();
    if (changes.recipientIds)
      await setRecipients(tx, owner.id, [requireFound(updated)], changes.recipientIds, now);
    else await refreshDueAt(tx, [id]);
    if (isChange) await markSeriesChanged(tx, schedule.seriesId, now);
    await recordPlan(tx, now, 'schedule.changed', owner.id, [id]);
  });
}

/** The local time as it was chosen, if neither has changed: a time that the clocks skip stays as chosen. */
function wallClockOf(before: ScheduleRow, deliveryDate: Date, timezone: string): WallClock {
  const isMoved = timezone !== before.timezone || deliveryDate.getTime() !== before.deliveryDate.getTime();
  if (isMoved) return wallClockAt(deliveryDate, timezone);
  return { localDate: before.localDate, localTime: before.localTime, timezone };
}

/** Whether the plan or its people differ from `before`. */
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
    const { seriesId } = await lockUnstarted(tx, owner.id, id, now);
    await deleteSchedules(tx, owner.id, [id], now);
    await markSeriesChanged(tx, seriesId, now);
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
    await linkRecipients(tx, owner.id, [schedule], recipientIds, now);
    await tx
      .update(schedules)
      .set({ version: sql`${schedules.version} + 1` })
      .where(eq(schedules.id, scheduleId));
    await markSeriesChanged(tx, schedule.seriesId, now);
    await recordPlan(tx, now, 'schedule.changed', owner.id, [scheduleId]);
  });
}

/** Locks the owner's schedule, so that the sweep cannot start it. 404 if it is not theirs, 409 once delivery has started. */
async function lockUnstarted(tx: Tx, userId: string, id: string, now: Date): Promise<ScheduleRow> {
  const [row] = await tx
    .select()
    .from(schedules)
    .where(and(eq(schedules.id, id), eq(schedules.userId, userId)))
    .for('update');
  const schedule = requireFound(row, 'This schedule');
  requireUnstarted(schedule, now);
  return schedule;
}
