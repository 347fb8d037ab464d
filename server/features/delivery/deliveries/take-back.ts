import { inArray } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { refreshDueAt, reopenAfterDeath } from './schedules/schedules.ts';
import { applyEvents, lockDeliveries } from './transitions.ts';

/**
 * Undoes what a release did to these schedules, all of one owner: what has not left is deleted, links that have are closed, and
 * nothing more is due because of it. Answers how many links were closed, with what is being sent, and how many deliveries
 * stopped. The caller has locked the schedules, and ended the release.
 */
export async function takeBack(
  tx: Tx,
  services: Services,
  scheduleIds: string[],
  actor: string,
): Promise<{ closed: number; stopped: number }> {
  const afterDeath = new Set(await reopenAfterDeath(tx, scheduleIds));
  // Dated ones too: what is claimed from here on is sent as by somebody who lives.
  const locked = await lockDeliveries(tx, inArray(deliveryQueue.scheduleId, scheduleIds));
  const rows = locked.filter(({ scheduleId }) => afterDeath.has(scheduleId));
  const done = await applyEvents(tx, services, rows, () => ({ kind: 'release-revoked', actor }));
  await refreshDueAt(tx, scheduleIds);
  const stopped = done.filter(({ after }) => after === null).length;
  return { closed: done.length - stopped, stopped };
}
