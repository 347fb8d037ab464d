import { and, eq, inArray, isNotNull, or } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { announceAll } from '../../../../platform/events.ts';
import { reachedNow } from '../current-address.ts';
import { type DeliveryRow, deliveryQueue, schedules } from '../deliveries.table.ts';
import { lockSchedules, markUndelivered } from '../send/record-outcomes.ts';
import { findSentTogether } from '../send/same-message.ts';
import { applyEvents, lockDeliveries } from '../state/transitions.ts';

export interface Bounce {
  deliveryId: string;
  address: string;
  /** The mail system's reply. */
  message: string;
}

/**
 * - `asked`: the owner is asked for another address, or the delivery goes to one that was corrected meanwhile.
 * - `moot`: nothing changes: the link was opened, the mail went elsewhere, or the memory is gone.
 * - `too-early`: the outcome of the attempt is not recorded yet. Nothing was done.
 */
export type BounceEffect = 'asked' | 'moot' | 'too-early';

/** The mail of a delivery was accepted and then came back from `address`, with every delivery in the same message. */
export async function applyBounce(
  tx: Tx,
  services: Services,
  { deliveryId, address, message }: Bounce,
): Promise<BounceEffect> {
  const together = await findSentTogether(tx, { deliveryId, address });
  const scheduleIds = together.map(({ scheduleId }) => scheduleId);
  await lockSchedules(tx, scheduleIds);
  const withMemory = await listWithMemory(tx, scheduleIds);
  const ids = together.map(({ id }) => id);
  const locked = await lockDeliveries(tx, inArray(deliveryQueue.id, ids));
  if (await isAnyUnderWay(tx, ids)) return 'too-early';
  // A message has only one link: if it was opened, the message has arrived.
  if (locked.some(({ openedAt }) => openedAt !== null)) return 'moot';
  const reached = await reachedNow(tx, services, locked[0]?.recipientId);
  const rows = locked.filter(({ scheduleId }) => withMemory.has(scheduleId));
  const returned = await applyEvents(tx, services, rows, () => ({
    kind: 'bounced-later',
    address,
    reached,
    message,
  }));
  for (const { before } of returned) await markUndelivered(tx, before.scheduleId);
  const owners = new Set(returned.map(({ before }) => before.userId));
  await announceAll(tx, owners, ['schedules', 'stats']);
  return returned.length > 0 ? 'asked' : 'moot';
}

async function listWithMemory(db: Queryable, scheduleIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(inArray(schedules.id, [...scheduleIds]), isNotNull(schedules.memoryId)));
  return new Set(rows.map(({ id }) => id));
}

/** An attempt is being made, or was made and its outcome is not recorded yet. */
export const isUnderWay = or(
  eq(deliveryQueue.status, 'sending'),
  and(eq(deliveryQueue.status, 'pending'), isNotNull(deliveryQueue.outcomeUnknownAt)),
);

/** The same of a row. */
export function isBeingSent({ status, outcomeUnknownAt }: DeliveryRow): boolean {
  return status === 'sending' || (status === 'pending' && outcomeUnknownAt !== null);
}

async function isAnyUnderWay(tx: Tx, ids: readonly string[]): Promise<boolean> {
  return (await tx.$count(deliveryQueue, and(inArray(deliveryQueue.id, [...ids]), isUnderWay))) > 0;
}
