import { eq } from 'drizzle-orm';
import type { SeenDelivery, StaffDeliveryAct } from '../../../../../shared/delivery/staff-deliveries.ts';
import { requireAsSeen } from '../../../../platform/as-seen.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { addressToTry } from '../current-address.ts';
import { type DeliveryRow, deliveryQueue } from '../deliveries.table.ts';
import {
  canBeHeld,
  canBeRetried,
  isHeldByStaff,
  isInThePost,
  isLinkOnly,
  isOutcomeUnknown,
  isToBePosted,
} from '../state/state.ts';
import { lockDeliveries } from '../state/transitions.ts';

/** What staff may do to a delivery in its present state. */
export function actsOn(row: DeliveryRow): StaffDeliveryAct[] {
  const may: Record<StaffDeliveryAct, boolean> = {
    // After a mail of unknown outcome another one may be a duplicate, so staff have to settle that one first.
    retry: canBeRetried(row) && !isOutcomeUnknown(row),
    hold: canBeHeld(row),
    release: isHeldByStaff(row),
    readdress: canBeReaddressed(row),
    confirm: row.recipientId !== null && row.waitingReason === 'not_theirs',
    settle: isOutcomeUnknown(row),
    pack: isToBePosted(row),
    post: isToBePosted(row),
    arrive: isInThePost(row),
    return: isInThePost(row),
  };
  return (Object.keys(may) as StaffDeliveryAct[]).filter((act) => may[act]);
}

function canBeReaddressed(row: DeliveryRow): boolean {
  const isOver = row.status === 'delivered' || isLinkOnly(row);
  return row.recipientId !== null && !isOver && !isInThePost(row);
}

/** 409 if `act` does not fit the state of the delivery. */
export function requireAct(act: StaffDeliveryAct, row: DeliveryRow): void {
  if (actsOn(row).includes(act)) return;
  const state = row.waitingReason ?? row.status;
  throw new AppError('conflict', `This cannot be done with a delivery in this state: ${state}`);
}

/** Ensures that nobody overwrites what they have not seen. */
export function requireUnchanged(seen: SeenDelivery, row: DeliveryRow, address: string | null): void {
  const [stateSeen, state] = [seen.reason ?? seen.state, row.waitingReason ?? row.status];
  requireAsSeen('delivery', {
    state: stateSeen !== state && `It was ${stateSeen}, and is ${state} now`,
    attemptCount:
      seen.attemptCount !== row.attemptCount &&
      `There were ${seen.attemptCount} attempts, and are ${row.attemptCount} now`,
    address:
      seen.address !== address &&
      `The address was ${seen.address ?? 'missing'}, and is ${address ?? 'missing'} now`,
  });
}

/**
 * Checks that staff may correct the address of a delivery's recipient, whom the caller has locked: 409 if it
 * has been delivered, or is no longer as `seen`.
 */
export async function requireReaddressable(
  tx: Tx,
  services: Pick<Services, 'config'>,
  deliveryId: string,
  seen: SeenDelivery,
): Promise<void> {
  const [row] = await lockDeliveries(tx, eq(deliveryQueue.id, deliveryId));
  const delivery = requireFound(row, 'This delivery');
  if (delivery.status === 'delivered') throw new AppError('conflict', 'It has been delivered');
  requireUnchanged(seen, delivery, await addressToTry(tx, services, delivery));
  requireAct('readdress', delivery);
}

export async function findDelivery(tx: Tx, id: string): Promise<DeliveryRow> {
  const [row] = await tx.select().from(deliveryQueue).where(eq(deliveryQueue.id, id));
  return requireFound(row, 'This delivery');
}
