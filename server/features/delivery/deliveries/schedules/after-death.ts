import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../../../platform/database.ts';
import { schedules } from './schedules.table.ts';

// What a release and its undoing need of schedules.

/** Locks all schedules of an owner; returns their ids. */
export async function lockSchedulesOfOwner(tx: Tx, userId: string): Promise<string[]> {
  const locked = await tx
    .select({ id: schedules.id })
    .from(schedules)
    .where(eq(schedules.userId, userId))
    .orderBy(asc(schedules.id))
    .for('update');
  return locked.map(({ id }) => id);
}

/**
 * Marks those of these schedules that are for after the owner's death as not begun, so that their owner can change or cancel
 * them again. Returns their ids. The caller has locked them, and sees to their deliveries and to `due_at`.
 */
export async function reopenAfterDeath(tx: Tx, scheduleIds: string[]): Promise<string[]> {
  const reopened = await tx
    .update(schedules)
    .set({ startedAt: null, isDelivered: false, deliveredAt: null })
    .where(and(inArray(schedules.id, scheduleIds), eq(schedules.deliveryType, 'on_death')))
    .returning({ id: schedules.id });
  return reopened.map(({ id }) => id);
}
