import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { Series, type SeriesChanges } from '../../../../../shared/delivery/series.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError, requireVersion } from '../../../../platform/errors.ts';
import { idsOf } from '../../../../platform/sweeps.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { record } from '../../../system/audit/audit.ts';
import { memoryRecipients, type ScheduleRow, schedules } from '../deliveries.table.ts';
import { deleteSchedules, insertSchedules, recordPlan } from '../plan/insert-schedules.ts';
import { hasBegun, requireApprovedMemories, requireFuture } from '../plan/schedule-rules.ts';
import { markSeriesChanged } from '../plan/series-years.ts';
import { type LockedSeries, lockSeries } from './lock-series.ts';
import { momentIn, planYears } from './moments.ts';
import { requireWithin } from './series-form.ts';
import { loadSeries } from './series-list.ts';
import { areOthers, giveToOthers, recipientsOf, requireLiving } from './series-recipients.ts';

type Deps = Pick<Services, 'db' | 'clock' | 'payments'>;

/**
 * Fills, swaps and empties years that have not begun, and changes who receives them: all of it or nothing. 409 for
 * a year that has begun or is over, and if the version is outdated; 402 and 404 as when it was created.
 */
export function changeSeries(
  services: Deps,
  { id: ownerId }: Pick<UserRow, 'id'>,
  id: string,
  { memories = {}, recipientIds, version }: SeriesChanges,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const locked = await lockSeries(tx, services, ownerId, id);
    const { owner, row, now } = locked;
    requireWithin(Object.keys(memories), row);
    const changed = changedYears(locked, memories);
    const isForOthers = recipientIds !== undefined && (await areOthers(tx, id, recipientIds));
    const encode = async () => z.encode(Series, await loadSeries(tx, owner.id, id, now));
    await requireVersion(version, row, changed.length > 0 || isForOthers, encode);
    requireOpen(locked, changed);
    if (isForOthers) await giveToOthers(tx, locked, recipientIds);
    await emptyYears(tx, locked, changed);
    await swapMemories(tx, locked, changed);
    await fillYears(tx, services, locked, changed);
    if (changed.length === 0 && !isForOthers) return;
    await markSeriesChanged(tx, id, now);
    await record(tx, now, { action: 'series.changed', actor: owner.id, userId: owner.id, subjectId: id });
  });
}

interface ChangedYear {
  year: number;
  memoryId: string | null;
  schedule: ScheduleRow | undefined;
}
type Changes = readonly ChangedYear[];

/** The years whose memory is to change. */
function changedYears({ planned }: LockedSeries, memories: Record<string, string | null>): ChangedYear[] {
  return Object.entries(memories).flatMap(([name, memoryId]) => {
    const year = Number(name);
    const schedule = planned.get(year);
    const present = schedule?.memoryId ?? null;
    const isSame = schedule ? present === memoryId && memoryId !== null : memoryId === null;
    return isSame ? [] : { year, memoryId, schedule };
  });
}

/** 409, naming the years that have begun, and those to be filled whose day is over. */
function requireOpen({ row, now }: LockedSeries, changed: Changes): void {
  const over = changed.flatMap(({ year, schedule }) => {
    if (schedule)
      return hasBegun(schedule, now) ? [[String(year), `The delivery of ${year} has already started`]] : [];
    return momentIn(row, year).deliveryDate <= now ? [[String(year), `The day has passed in ${year}`]] : [];
  });
  if (over.length === 0) return;
  const message = 'A year that has begun can no longer be changed';
  throw new AppError('conflict', message, { fields: Object.fromEntries(over) });
}

async function emptyYears(tx: Tx, { owner, now }: LockedSeries, changed: Changes): Promise<void> {
  const ids = changed.flatMap(({ memoryId, schedule }) => (schedule && memoryId === null ? schedule.id : []));
  if (ids.length > 0) await deleteSchedules(tx, owner.id, ids, now);
}

/** The schedule itself stays, with its day and its people. */
async function swapMemories(tx: Tx, { owner, now }: LockedSeries, changed: Changes): Promise<void> {
  const swapped = changed.flatMap(({ memoryId, schedule }) =>
    schedule && memoryId ? { ...schedule, memoryId } : [],
  );
  if (swapped.length === 0) return;
  await requireApprovedMemories(tx, owner.id, swapped);
  requireFuture(swapped, now);
  for (const { id, memoryId } of swapped) {
    await tx
      .update(schedules)
      .set({ memoryId, version: sql`${schedules.version} + 1`, updatedAt: now })
      .where(eq(schedules.id, id));
    await tx.update(memoryRecipients).set({ memoryId }).where(eq(memoryRecipients.scheduleId, id));
  }
  await recordPlan(tx, now, 'schedule.changed', owner.id, idsOf(swapped));
}

async function fillYears(
  tx: Tx,
  services: Deps,
  { owner, row }: LockedSeries,
  changed: Changes,
): Promise<void> {
  const filled = changed.flatMap(({ year, memoryId, schedule }) =>
    memoryId && !schedule ? [[year, memoryId] as const] : [],
  );
  if (filled.length === 0) return;
  const people = await recipientsOf(tx, row.id);
  if (people.length === 0) throw new AppError('conflict', 'Please choose first who is to receive it');
  await requireLiving(tx, people);
  await insertSchedules(tx, services, owner, planYears(row, filled), people);
}
