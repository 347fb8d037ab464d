import { and, eq, gte, inArray, isNotNull, isNull, lte, ne, or, type SQL } from 'drizzle-orm';
import { secondsAfter } from '../../../../platform/clock.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { deliveryQueue, schedules } from '../../../delivery/deliveries/deliveries.table.ts';
import { hasLeft } from '../../../delivery/deliveries/state/state.ts';
import { physicalItems } from '../../../keepsakes/physical-items/physical-items.table.ts';
import { trustedAccess } from '../contacts/contacts.table.ts';
import type { ReleaseRow } from './releases.table.ts';

export type ReleasePeriod = Pick<ReleaseRow, 'userId' | 'reportId' | 'releasedAt' | 'revokedAt'>;

/** The clocks of two processes may differ by this much, see decision 15. */
const clockToleranceSeconds = 30;

/**
 * Deliveries that left us between the release and its end. Letters for after the death cannot have left before the
 * release, so the clock tolerance does no harm for them. A letter that came back unopened told nobody.
 */
export function leftDuring({ userId, releasedAt, revokedAt }: ReleasePeriod): SQL | undefined {
  const { lastAttempt } = deliveryQueue;
  const fromAbout = secondsAfter(releasedAt, -clockToleranceSeconds);
  return and(
    eq(schedules.userId, userId),
    hasLeft,
    or(
      gte(lastAttempt, releasedAt),
      and(eq(schedules.deliveryType, 'on_death'), gte(lastAttempt, fromAbout)),
    ),
    revokedAt ? lte(lastAttempt, secondsAfter(revokedAt, clockToleranceSeconds)) : undefined,
    or(
      isNull(deliveryQueue.waitingReason),
      ne(deliveryQueue.waitingReason, 'bad_address'),
      isNotNull(deliveryQueue.openedAt),
    ),
  );
}

/** Keepsakes that are on their way to somebody, or have arrived since the release. */
export function handedOverDuring({ userId, releasedAt }: ReleasePeriod): SQL | undefined {
  return and(
    eq(physicalItems.userId, userId),
    isNull(physicalItems.returnRequestDate),
    or(
      eq(physicalItems.status, 'in_transit'),
      and(eq(physicalItems.status, 'delivered'), gte(physicalItems.deliveryDate, releasedAt)),
    ),
  );
}

/** Whether one of these messages turned out to have left us. Undefined while one may still be leaving. */
export async function hasReachedOne(
  db: Queryable,
  release: ReleasePeriod,
  { deliveryIds, accessIds }: { deliveryIds: string[]; accessIds: string[] },
): Promise<boolean | undefined> {
  const told = and(inArray(trustedAccess.id, accessIds), isNotNull(trustedAccess.toldAt));
  if (accessIds.length > 0 && (await db.$count(trustedAccess, told)) > 0) return true;
  if (deliveryIds.length === 0) return false;
  const rows = await db
    .select({ status: deliveryQueue.status, sentTo: deliveryQueue.sentTo })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .where(and(inArray(deliveryQueue.id, deliveryIds), leftDuring(release)));
  if (rows.some(({ status, sentTo }) => status !== 'sending' || sentTo !== null)) return true;
  return rows.length > 0 ? undefined : false;
}
