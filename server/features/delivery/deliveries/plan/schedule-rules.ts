import { and, eq, gte, lt } from 'drizzle-orm';
import type { DeliveryType, ScheduleForm } from '../../../../../shared/delivery/schedules.ts';
import { isLimitReached } from '../../../../../shared/plans.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { AppError, fieldError, requireFound } from '../../../../platform/errors.ts';
import { localYear, wallClockAt, yearBounds } from '../../../../platform/local-time.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { limitReached, readLimits } from '../../../billing/subscriptions/standing/standing.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { schedules } from '../deliveries.table.ts';

// What a schedule must satisfy: an approved memory, a future date, a delivery date left in the plan.

export async function requireApprovedMemory(tx: Tx, userId: string, memoryId: string): Promise<void> {
  const { isApproved, deleteOnDeathSince, title } = memories;
  const [row] = await tx
    .select({ isApproved, deleteOnDeathSince, title })
    .from(memories)
    .where(and(eq(memories.id, memoryId), eq(memories.userId, userId)))
    .for('share');
  const memory = requireFound(row, 'This memory');
  if (memory.deleteOnDeathSince)
    throw new AppError(
      'conflict',
      `You chose to have “${memory.title}” deleted when you die. Change that first, and then it can be delivered.`,
    );
  if (!memory.isApproved) throw new AppError('conflict', 'Only approved memories can be scheduled');
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

/**
 * 402 when the delivery dates of the limits in force are used up for the calendar year of `date` in the owner's zone, delivered ones
 * included. Moving a date within its year, from `before`, does not use up another.
 */
export async function requireFreeDate(
  tx: Tx,
  services: Pick<Services, 'clock' | 'payments'>,
  owner: UserRow,
  date: Date,
  before?: Date,
): Promise<void> {
  const year = localYear(date, owner.timezone);
  if (before && localYear(before, owner.timezone) === year) return;
  const { from, to } = yearBounds(year, owner.timezone);
  const inThatYear = and(
    eq(schedules.userId, owner.id),
    gte(schedules.deliveryDate, from),
    lt(schedules.deliveryDate, to),
  );
  const limits = await readLimits(tx, services, owner);
  const taken = await tx.$count(schedules, inThatYear);
  if (isLimitReached(taken, limits.plan.deliveryDatesPerYear))
    throw limitReached(limits, owner, `delivery dates in ${year}`);
}
