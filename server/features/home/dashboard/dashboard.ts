import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { UserStats } from '../../../../shared/accounts/stats.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { localYear, yearBounds } from '../../../platform/local-time.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { readLimits } from '../../billing/subscriptions/standing/standing.ts';
import { schedules } from '../../delivery/deliveries/deliveries.table.ts';
import { countItems } from '../../keepsakes/physical-items/physical-items.ts';
import { countMemories } from '../../memories/memories/memories.ts';

/** How much the owner has left here, and the limits that apply. */
export async function countForOwner(
  services: Pick<Services, 'db' | 'clock' | 'payments'>,
  owner: UserRow,
): Promise<z.output<typeof UserStats>> {
  const { db, clock } = services;
  const [byType, dates, { plan, unpaidSince }, items] = await Promise.all([
    countMemories(db, owner.id),
    countSchedules(db, clock.now(), owner),
    readLimits(db, services, owner),
    countItems(db, owner.id),
  ]);
  return {
    photoCount: byType.photo,
    videoCount: byType.video,
    audioCount: byType.audio,
    letterCount: byType.letter,
    ...dates,
    physicalItemsCount: items.kept,
    physicalItemsEver: items.ever,
    planInForce: plan.key,
    unpaidSince,
  };
}

async function countSchedules(db: Queryable, now: Date, owner: UserRow) {
  const { from, to } = yearBounds(localYear(now, owner.timezone), owner.timezone);
  const undelivered = sql`${schedules.isDelivered} = false`;
  const thisYear = sql`${schedules.deliveryDate} >= ${from.toISOString()} and ${schedules.deliveryDate} < ${to.toISOString()}`;
  const [counts] = await db
    .select({
      scheduledDeliveries: sql<number>`count(*) filter (where ${undelivered})::int`,
      deliveryDatesThisYear: sql<number>`count(*) filter (where ${thisYear})::int`,
    })
    .from(schedules)
    .where(eq(schedules.userId, owner.id));
  return counts ?? { scheduledDeliveries: 0, deliveryDatesThisYear: 0 };
}
