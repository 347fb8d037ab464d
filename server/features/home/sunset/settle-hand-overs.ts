import { and, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm';
import { dayOf } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { readAgreedNow } from '../../../platform/database-time.ts';
import { daysAfter } from '../../../platform/local-time.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { lastExportDays } from '../../data-rights/account-data/account-export/account-export.ts';
import { schedules } from '../../delivery/deliveries/deliveries.table.ts';
import { handOver, listHandedOver, takeBackHandOver } from '../../delivery/deliveries/hand-over/hand-over.ts';
import { readClosing } from '../../system/closing/closing.ts';
import { endOfLastDay } from './outlook.ts';

/**
 * Once the end is withdrawn, restores what was handed over as it was planned. From shortly before the end until the service is closed, hands
 * over what owners who have died had left for later: they can no longer choose, and our terms promise it. So it does after the last day too: a
 * report of a death may be decided that late, or no worker may have run before.
 */
export async function settleHandOvers(services: Services): Promise<void> {
  const { db, clock, sweeps } = services;
  const closing = await readClosing(db);
  if (!closing)
    return void (await sweeps.each('hand-overs-to-undo', await listHandedOver(db), ({ id }) =>
      takeBackHandOver(services, id, 'system'),
    ));
  const now = await readAgreedNow(db, clock);
  const isSoon = now && daysAfter(closing.lastDay, -lastExportDays) <= dayOf(now);
  if (!isSoon || closing.closedAt) return;
  await sweeps.each('left-for-later', await listLeftForLater(db, closing.lastDay), ({ id, scheduleIds }) =>
    handOver(services, id, { scheduleIds, actor: 'system' }),
  );
}

/** What owners who have died left for after the last day. */
export async function listLeftForLater(
  db: Queryable,
  lastDay: string,
): Promise<{ id: string; scheduleIds: string[] }[]> {
  const end = await endOfLastDay(db, lastDay);
  return await db
    .select({ id: users.id, scheduleIds: sql<string[]>`array_agg(${schedules.id})` })
    .from(users)
    .innerJoin(schedules, eq(schedules.userId, users.id))
    .where(
      and(
        isNotNull(users.memorialisedAt),
        isNull(users.deletionRequestedAt),
        isNull(schedules.startedAt),
        isNotNull(schedules.memoryId),
        gte(schedules.dueAt, end),
      ),
    )
    .groupBy(users.id)
    .orderBy(users.id);
}
