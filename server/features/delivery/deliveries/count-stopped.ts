import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { isMoreThanLink } from './delivery-conditions.ts';
import { schedules } from './schedules/schedules.table.ts';

/** How many deliveries of this owner stand in the queue of staff, as `listForStaff` lists them without a filter. */
export function countStoppedOf(db: Queryable, userId: string): Promise<number> {
  const theirs = db.select({ id: schedules.id }).from(schedules).where(eq(schedules.userId, userId));
  return db.$count(
    deliveryQueue,
    and(isNotNull(deliveryQueue.stoppedAt), inArray(deliveryQueue.scheduleId, theirs), isMoreThanLink),
  );
}
