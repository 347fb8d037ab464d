import { and, count, eq, gte, lt, ne } from 'drizzle-orm';
import type { DeliveryType, ScheduleForm } from '../../../../shared/delivery/schedules.ts';
import { type Plan, plans } from '../../../../shared/plans.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError, fieldError, found } from '../../../platform/errors.ts';
import { localYear, wallClockAt, yearBounds } from '../../../platform/local-time.ts';
import type { UserRow } from '../../accounts/accounts/accounts.table.ts';
import { lockOwner } from '../../accounts/accounts/accounts.ts';
import { memories } from '../../memories/memories/memories.table.ts';
import { schedules } from './schedules.table.ts';

// What a schedule must satisfy: an approved memory, a future date, a delivery date left in the plan.

/**
 * Takes the owner's lock, under which plan limits are counted, and returns the current plan. The lock does not block
 * inserts of rows that refer to the owner: the sweep makes those, and would deadlock with us.
 */
export async function lockPlan(tx: Tx, userId: string): Promise<Plan> {
  return plans[(await lockOwner(tx, userId)).subscriptionPlan];
}

export async function requireApprovedMemory(tx: Tx, userId: string, memoryId: string): Promise<void> {
  const [memory] = await tx
    .select({ isApproved: memories.isApproved })
    .from(memories)
    .where(and(eq(memories.id, memoryId), eq(memories.userId, userId)))
    .for('share');
  if (!found(memory, 'This memory').isApproved)
    throw new AppError('conflict', 'Only approved memories can be scheduled');
}

/** A dated delivery must lie in the future; one after death must name today or a later day in its time zone. */
export function requireFuture(
  form: Pick<ScheduleForm, 'deliveryDate' | 'deliveryType'>,
  timezone: string,
  now: Date,
): void {
  const ahead =
    form.deliveryType === 'scheduled'
      ? form.deliveryDate > now
      : wallClockAt(form.deliveryDate, timezone).localDate >= wallClockAt(now, timezone).localDate;
  if (ahead) return;
  throw fieldError('deliveryDate', 'Delivery date must be in the future');
}

/** The days to store. 400 for a dated schedule, which no release waits for. */
export function releaseDaysOf(
  deliveryType: DeliveryType,
  asked: number | null | undefined,
  before: number | null = null,
): number | null {
  if (deliveryType === 'on_death') return asked === undefined ? before : asked;
  if (typeof asked !== 'number') return null;
  throw fieldError('releaseDays', 'Days after your death are for what is delivered after it');
}

/** 402 when the plan's delivery dates are used up for the calendar year of `date` in the owner's zone, delivered ones included. */
export async function requireFreeDate(
  tx: Tx,
  owner: UserRow,
  plan: Plan,
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
