import { and, eq, gte, inArray, isNull, max, min, or } from 'drizzle-orm';
import type { ReachState } from '../../../../shared/after-death/trusted-access.ts';
import type { Queryable } from '../../../platform/database.ts';
import { type DeliveryRow, deliveryQueue } from '../../delivery/deliveries/deliveries.table.ts';
import { isMoreThanLink, waitsForAddress } from '../../delivery/deliveries/deliveries.ts';
import { schedules } from '../../delivery/schedules/schedules.table.ts';
import type { RecipientRow } from '../../people/recipients/recipients.table.ts';

// How far we have come with somebody, for trusted contacts. It is made of deliveries that have begun, which there are none of
// before they fall due, so that it tells nothing of what is to come.

/** Deliveries of one person that have begun, in the same state. */
export type Begun = Pick<DeliveryRow, 'status' | 'waitingReason' | 'deliveredAt' | 'stoppedAt'>;

export interface Reach {
  reach: ReachState;
  reachedAt: Date | null;
  cameBackAt: Date | null;
}

type Reached = Pick<RecipientRow, 'email' | 'phone' | 'mailingAddress'>;

export function reachOf(person: Reached, isHeld: boolean, begun: readonly Begun[]): Reach {
  const ofAddress = begun.filter(waitsForAddress);
  return {
    reach: isHeld ? 'held' : stateOf(person, begun, ofAddress.length > 0),
    reachedAt: earliest(begun.flatMap(({ deliveredAt }) => deliveredAt ?? [])),
    cameBackAt: earliest(
      begun.flatMap(({ waitingReason, stoppedAt }) => (waitingReason === 'bad_address' && stoppedAt) || []),
    ),
  };
}

function stateOf(person: Reached, begun: readonly Begun[], isStuck: boolean): ReachState {
  const hasAddress = (person.email ?? person.phone) !== null;
  if (isStuck) return hasAddress ? 'not_reached' : 'no_address';
  if (begun.some(({ status }) => status !== 'delivered')) return 'on_its_way';
  if (begun.length > 0) return 'reached';
  return hasAddress || person.mailingAddress !== null ? 'nothing_to_do' : 'no_address';
}

function earliest(instants: readonly Date[]): Date | null {
  return instants.length > 0 ? new Date(Math.min(...instants.map(Number))) : null;
}

/**
 * What has begun for each of these people, as of a release. What reached somebody while the owner lived is between the two of
 * them.
 */
export async function listBegun(
  db: Queryable,
  recipientIds: readonly string[],
  releasedAt: Date,
): Promise<Map<string, Begun[]>> {
  const { recipientId, status, waitingReason, deliveredAt, stoppedAt } = deliveryQueue;
  const rows = await db
    .select({
      recipientId,
      status,
      waitingReason,
      deliveredAt: min(deliveredAt),
      stoppedAt: max(stoppedAt),
    })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .where(
      and(
        inArray(recipientId, [...recipientIds]),
        isNull(deliveryQueue.releaseRevokedAt),
        isMoreThanLink,
        or(isNull(deliveredAt), eq(schedules.deliveryType, 'on_death'), gte(deliveredAt, releasedAt)),
      ),
    )
    .groupBy(recipientId, status, waitingReason);
  const begun = new Map<string, Begun[]>();
  for (const { recipientId: id, ...row } of rows) if (id) begun.set(id, [...(begun.get(id) ?? []), row]);
  return begun;
}
