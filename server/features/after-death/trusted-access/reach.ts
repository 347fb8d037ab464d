import { and, eq, gte, inArray, isNull, max, min, or, sql } from 'drizzle-orm';
import type { ReachState } from '../../../../shared/after-death/trusted-access.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database.ts';
import { type DeliveryRow, deliveryQueue, schedules } from '../../delivery/deliveries/deliveries.table.ts';
import { isHeld } from '../../delivery/deliveries/holds/holds.ts';
import { isMoreThanLink, waitsForAddress } from '../../delivery/deliveries/state/state.ts';
import type { RecipientRow } from '../../people/recipients/recipients.table.ts';
import { type Addresses, addressOf } from '../../people/recipients/recipients.ts';

// How far we have come with somebody, for trusted contacts. It comes from deliveries that have begun. There are none before they
// fall due, so it says nothing about what is still to come.

export interface Begun extends Pick<DeliveryRow, 'status' | 'waitingReason' | 'deliveredAt' | 'stoppedAt'> {
  /** None of them is sent before this; null in a state in which none would be. */
  attemptAfter: Date | null;
  isHeldBack: boolean;
}

/** A delivery that is retried within this time is on its way; one that waits longer is waiting for something. */
const onItsWayMinutes = 60;

export interface Reach {
  reach: ReachState;
  reachedAt: Date | null;
  cameBackAt: Date | null;
}

type Reached = Addresses & Pick<RecipientRow, 'mailingAddress' | 'heldSince' | 'addressWaitsUntil'>;

export function reachOf(person: Reached, begun: readonly Begun[], now: Date): Reach {
  return {
    reach: person.heldSince ? 'held' : stateOf(person, begun, now),
    reachedAt: earliest(begun.flatMap(({ deliveredAt }) => deliveredAt ?? [])),
    cameBackAt: earliest(
      begun.flatMap(({ waitingReason, stoppedAt }) => (waitingReason === 'bad_address' && stoppedAt) || []),
    ),
  };
}

function stateOf(person: Reached, begun: readonly Begun[], now: Date): ReachState {
  const hasAddress = addressOf(person) !== null;
  if (begun.some(waitsForAddress)) return hasAddress ? 'not_reached' : 'no_address';
  const mayGo = !person.addressWaitsUntil || person.addressWaitsUntil <= now;
  if (begun.some((each) => isOnItsWay(each, { now, mayGo }))) return 'on_its_way';
  if (begun.some(({ status }) => status !== 'delivered')) return 'waits';
  if (begun.length > 0) return 'reached';
  return hasAddress || person.mailingAddress !== null ? 'nothing_to_do' : 'no_address';
}

/** `mayGo`: nobody has recently changed where the person is reached. */
function isOnItsWay(
  { status, waitingReason, attemptAfter, isHeldBack }: Begun,
  { now, mayGo }: { now: Date; mayGo: boolean },
): boolean {
  if (waitingReason === 'in_the_post') return true;
  if (!mayGo || isHeldBack || (status !== 'pending' && status !== 'sending')) return false;
  return attemptAfter === null || attemptAfter <= minutesAfter(now, onItsWayMinutes);
}

function earliest(instants: readonly Date[]): Date | null {
  return instants.length > 0 ? new Date(Math.min(...instants.map(Number))) : null;
}

/**
 * What has begun for each of these people, as part of a release. What reached somebody while the owner was
 * alive stays between the two of them.
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
      attemptAfter: min(deliveryQueue.attemptAfter),
      isHeldBack: sql<boolean>`${isHeld}`,
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
