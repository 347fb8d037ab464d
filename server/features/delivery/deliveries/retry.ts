import { and, eq, type SQL } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { announceAll } from '../../../platform/events.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { schedules } from './schedules/schedules.table.ts';
import { applyEvents, lockDeliveries } from './transitions.ts';

/** Tries once more to send what has failed of an owner's schedule. 404 if it is not theirs, 409 if nothing of it has failed. */
export async function retrySchedule(services: Services, userId: string, scheduleId: string): Promise<void> {
  const [own] = await services.db
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(eq(schedules.id, scheduleId), eq(schedules.userId, userId)));
  found(own, 'This schedule');
  const which = and(eq(deliveryQueue.scheduleId, scheduleId), eq(deliveryQueue.status, 'failed'));
  const retried = await retryDeliveries(services, which, userId);
  if (retried.length === 0) throw new AppError('conflict', 'There is nothing here that needs another try');
}

/** Tries once more to send those of these deliveries that stopped and may go through now; returns their ids. */
export function retryDeliveries(
  services: Services,
  which: SQL | undefined,
  actor: string,
): Promise<string[]> {
  return inTransaction(services.db, async (tx) => {
    const rows = await lockDeliveries(tx, which);
    const retried = await applyEvents(tx, services, rows, () => ({ kind: 'retry-asked', actor }));
    const owners = new Set(retried.map(({ before }) => before.userId));
    await announceAll(tx, owners, ['schedules']);
    return retried.map(({ before }) => before.id);
  });
}
