import { and, count, eq, gte, inArray, isNull, lt, ne, notInArray } from 'drizzle-orm';
import { plans } from '../../../shared/plans.ts';
import type { ScheduleChanges, ScheduleForm } from '../../../shared/schedules.ts';
import type { Services } from '../../platform/context.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database.ts';
import { AppError, found, notFound } from '../../platform/errors.ts';
import { announce } from '../../platform/events.ts';
import { localYear, wallClockAt, yearBounds } from '../../platform/local-time.ts';
import { type UserRow, users } from '../accounts/accounts.table.ts';
import { record, recordAll } from '../audit/audit.ts';
import { deliveryQueue } from '../deliveries/deliveries.table.ts';
import { memories } from '../memories/memories.table.ts';
import { recipients } from '../recipients/recipients.table.ts';
import { memoryRecipients, type ScheduleRow, schedules } from './schedules.table.ts';

type Timekeeping = Pick<Services, 'clock'>;

/** What pages re-read after a change to schedules. */
const changed = ['schedules', 'stats'] as const;

/**
 * Promises a memory to people on a day. One transaction: the schedule and its recipients exist together or not at all.
 * 404 for a memory or recipient that is not the owner's, 409 unless approved, 402 at the plan's dates per year.
 */
export function createSchedule(
  db: Database,
  { clock }: Timekeeping,
  owner: UserRow,
  form: ScheduleForm,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const plan = await lockPlan(tx, owner.id);
    await requireApprovedMemory(tx, owner.id, form.memoryId);
    const timezone = form.timezone ?? owner.timezone;
    requireFuture(form, timezone, now);
    await requireFreeDate(tx, owner, plan, form.deliveryDate);
    const [schedule] = await tx
      .insert(schedules)
      .values({
        userId: owner.id,
        memoryId: form.memoryId,
        deliveryDate: form.deliveryDate,
        deliveryType: form.deliveryType,
        deliveryMethod: form.deliveryMethod,
        ...wallClockAt(form.deliveryDate, timezone),
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    const { id } = found(schedule);
    if (form.recipientIds) await setRecipients(tx, owner.id, found(schedule), form.recipientIds, now);
    await record(tx, now, { action: 'schedule.created', actor: owner.id, userId: owner.id, subjectId: id });
    await announce(tx, owner.id, changed);
    return id;
  });
}

/** Changes a schedule whose delivery has not started; 409 once it has. */
export function changeSchedule(
  db: Database,
  { clock }: Timekeeping,
  owner: UserRow,
  id: string,
  changes: ScheduleChanges,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const plan = await lockPlan(tx, owner.id);
    const schedule = await lockUnstarted(tx, owner.id, id, now);
    const timezone = changes.timezone ?? schedule.timezone;
    const deliveryDate = changes.deliveryDate ?? schedule.deliveryDate;
    const deliveryType = changes.deliveryType ?? schedule.deliveryType;
    if (changes.deliveryDate || changes.deliveryType)
      requireFuture({ deliveryDate, deliveryType }, timezone, now);
    if (changes.deliveryDate) await requireFreeDate(tx, owner, plan, deliveryDate, id);
    const [updated] = await tx
      .update(schedules)
      .set({
        deliveryDate,
        deliveryType,
        deliveryMethod: changes.deliveryMethod ?? schedule.deliveryMethod,
        ...wallClockAt(deliveryDate, timezone),
        updatedAt: now,
      })
      .where(eq(schedules.id, id))
      .returning();
    if (changes.recipientIds) await setRecipients(tx, owner.id, found(updated), changes.recipientIds, now);
    else await refreshDueAt(tx, [id]);
    await record(tx, now, { action: 'schedule.changed', actor: owner.id, userId: owner.id, subjectId: id });
    await announce(tx, owner.id, changed);
  });
}

/** Cancels a schedule: from here on nothing of it is sent. 409 once delivery has started. */
export function cancelSchedule(
  db: Database,
  { clock }: Timekeeping,
  owner: UserRow,
  id: string,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    await lockUnstarted(tx, owner.id, id, now);
    await tx.delete(schedules).where(eq(schedules.id, id));
    await record(tx, now, { action: 'schedule.cancelled', actor: owner.id, userId: owner.id, subjectId: id });
    await announce(tx, owner.id, changed);
  });
}

/** Adds people to an existing schedule of the owner's memory. */
export function addRecipients(
  db: Database,
  { clock }: Timekeeping,
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
    await record(tx, now, {
      action: 'schedule.changed',
      actor: owner.id,
      userId: owner.id,
      subjectId: scheduleId,
    });
    await announce(tx, owner.id, changed);
  });
}

/**
 * Stops everything of a memory that has not been delivered; called before the memory is deleted. What somebody already
 * has stays as a delivery whose memory was withdrawn, and what is on its way this moment may still arrive as such.
 */
export async function cancelSchedulesOfMemory(
  tx: Tx,
  { clock }: Timekeeping,
  memoryId: string,
): Promise<void> {
  const now = clock.now();
  const undelivered = tx
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(eq(schedules.memoryId, memoryId), eq(schedules.isDelivered, false)))
    .for('update');
  const ids = (await undelivered).map((schedule) => schedule.id);
  if (ids.length === 0) return;
  const stoppable = inArray(deliveryQueue.status, ['pending', 'waiting', 'failed']);
  await tx.delete(deliveryQueue).where(and(inArray(deliveryQueue.scheduleId, ids), stoppable));
  const kept = tx
    .select({ id: deliveryQueue.scheduleId })
    .from(deliveryQueue)
    .where(inArray(deliveryQueue.scheduleId, ids));
  const cancelled = await tx
    .delete(schedules)
    .where(and(inArray(schedules.id, ids), notInArray(schedules.id, kept)))
    .returning({ id: schedules.id, userId: schedules.userId });
  await tx
    .update(schedules)
    .set({ isDelivered: true, deliveredAt: now, ownerToldAt: now, updatedAt: now })
    .where(inArray(schedules.id, ids));
  await recordAll(
    tx,
    now,
    cancelled.map(({ id, userId }) => ({
      action: 'schedule.cancelled',
      actor: userId,
      userId,
      subjectId: id,
    })),
  );
}

/**
 * Sets when delivery starts: at the chosen instant where somebody is to receive it. An `on_death` schedule has no such
 * instant before release. Called after each change of date, type or recipients.
 */
export async function refreshDueAt(tx: Tx, scheduleIds: string[]): Promise<void> {
  if (scheduleIds.length === 0) return;
  const withSomebody = tx
    .select({ id: memoryRecipients.scheduleId })
    .from(memoryRecipients)
    .where(inArray(memoryRecipients.scheduleId, scheduleIds));
  const unstarted = and(inArray(schedules.id, scheduleIds), isNull(schedules.startedAt));
  await tx.update(schedules).set({ dueAt: null }).where(unstarted);
  await tx
    .update(schedules)
    .set({ dueAt: schedules.deliveryDate })
    .where(and(unstarted, eq(schedules.deliveryType, 'scheduled'), inArray(schedules.id, withSomebody)));
}

/** Takes the owner's lock, under which plan limits are counted, and answers the plan of this moment. */
async function lockPlan(tx: Tx, userId: string) {
  const [row] = await tx
    .select({ plan: users.subscriptionPlan })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  return plans[found(row).plan];
}

async function requireApprovedMemory(tx: Tx, userId: string, memoryId: string): Promise<void> {
  const [memory] = await tx
    .select({ isApproved: memories.isApproved })
    .from(memories)
    .where(and(eq(memories.id, memoryId), eq(memories.userId, userId)))
    .for('share');
  if (!found(memory, 'This memory').isApproved)
    throw new AppError('conflict', 'Only approved memories can be scheduled');
}

/** A dated delivery lies ahead; one after death has today or a later day in its zone. */
function requireFuture(
  form: Pick<ScheduleForm, 'deliveryDate' | 'deliveryType'>,
  timezone: string,
  now: Date,
): void {
  const ahead =
    form.deliveryType === 'scheduled'
      ? form.deliveryDate > now
      : wallClockAt(form.deliveryDate, timezone).localDate >= wallClockAt(now, timezone).localDate;
  if (ahead) return;
  const message = 'Delivery date must be in the future';
  throw new AppError('bad_request', message, { fields: { deliveryDate: message } });
}

/** The plan's delivery dates in the calendar year of `date`, in the owner's zone, delivered ones included. */
async function requireFreeDate(
  tx: Tx,
  owner: UserRow,
  plan: (typeof plans)[keyof typeof plans],
  date: Date,
  except?: string,
): Promise<void> {
  const year = localYear(date, owner.timezone);
  const { from, to } = yearBounds(year, owner.timezone);
  const inThatYear = and(
    eq(schedules.userId, owner.id),
    gte(schedules.deliveryDate, from),
    lt(schedules.deliveryDate, to),
  );
  const [taken] = await tx
    .select({ dates: count() })
    .from(schedules)
    .where(except ? and(inThatYear, ne(schedules.id, except)) : inThatYear);
  if (found(taken).dates < plan.deliveryDatesPerYear) return;
  throw new AppError(
    'plan_required',
    `You've reached your ${plan.name} plan limit for delivery dates in ${year}.`,
  );
}

/** The owner's schedule under lock, so that the sweep and this change cannot both have it. */
async function lockUnstarted(tx: Tx, userId: string, id: string, now: Date): Promise<ScheduleRow> {
  const [row] = await tx
    .select()
    .from(schedules)
    .where(and(eq(schedules.id, id), eq(schedules.userId, userId)))
    .for('update');
  const schedule = found(row, 'This schedule');
  const started = schedule.startedAt !== null || (schedule.dueAt !== null && schedule.dueAt <= now);
  if (!started) return schedule;
  const message = schedule.isDelivered
    ? 'This was already delivered and can no longer be changed'
    : 'The delivery has already started and can no longer be changed';
  throw new AppError('conflict', message);
}

async function setRecipients(
  tx: Tx,
  userId: string,
  schedule: ScheduleRow,
  recipientIds: string[],
  now: Date,
): Promise<void> {
  await tx.delete(memoryRecipients).where(eq(memoryRecipients.scheduleId, schedule.id));
  await linkRecipients(tx, userId, schedule, recipientIds, now);
}

/** The key-share lock keeps a recipient from being deleted between this look and the commit. */
async function linkRecipients(
  tx: Tx,
  userId: string,
  schedule: ScheduleRow,
  recipientIds: string[],
  now: Date,
): Promise<void> {
  const ids = [...new Set(recipientIds)];
  const own = await tx
    .select({ id: recipients.id })
    .from(recipients)
    .where(and(eq(recipients.userId, userId), inArray(recipients.id, ids)))
    .for('key share');
  if (own.length !== ids.length) throw notFound('This recipient');
  const rows = ids.map((recipientId) => ({
    scheduleId: schedule.id,
    memoryId: schedule.memoryId,
    recipientId,
    createdAt: now,
  }));
  await tx.insert(memoryRecipients).values(rows).onConflictDoNothing();
  await refreshDueAt(tx, [schedule.id]);
}
