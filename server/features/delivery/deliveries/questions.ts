import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { askOwnersLater } from './deliveries.mails.ts';
import { type DeliveryRow, deliveryQueue } from './deliveries.table.ts';
import { waitsForAddress } from './delivery-conditions.ts';
import { tellStaffLater } from './failed.mails.ts';
import { schedules } from './schedules/schedules.table.ts';

type Enqueueing = Pick<Services, 'jobs' | 'clock' | 'log'>;

/** Asks the owners what is to become of these deliveries, and staff of those that failed or whose owner has died. */
export async function askLater(tx: Tx, services: Enqueueing, stopped: readonly DeliveryRow[]): Promise<void> {
  if (stopped.length === 0) return;
  const owners = [...new Set(stopped.map(({ userId }) => userId))];
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, owners), isNotNull(users.memorialisedAt)));
  const dead = new Set(rows.map(({ id }) => id));
  await askOwnersLater(
    tx,
    services,
    stopped.filter(({ userId }) => !dead.has(userId)),
  );
  await tellStaffLater(
    tx,
    services,
    stopped.filter(({ userId, status }) => status === 'failed' || dead.has(userId)),
  );
}

/** Asks staff what their owner can no longer be asked: what becomes of the deliveries that wait for an address. */
export async function askStaffInstead(tx: Tx, services: Enqueueing, userId: string): Promise<void> {
  const theirs = tx.select({ id: schedules.id }).from(schedules).where(eq(schedules.userId, userId));
  const stopped = await tx
    .select()
    .from(deliveryQueue)
    .where(and(inArray(deliveryQueue.scheduleId, theirs), isNotNull(deliveryQueue.stoppedAt)));
  await tellStaffLater(tx, services, stopped.filter(waitsForAddress));
}
