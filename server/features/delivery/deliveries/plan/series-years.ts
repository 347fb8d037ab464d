import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../../platform/database.ts';
import { type ScheduleRow, schedules, series } from '../deliveries.table.ts';

// What becomes of a year of a series when its schedule is changed on its own.

/** A year that is moved to another day stays in its series, unless that day is in another year or the owner's death. */
export function hasLeftSeries({
  year,
  localDate,
  deliveryType,
}: Pick<ScheduleRow, 'year' | 'localDate' | 'deliveryType'>): boolean {
  return year !== null && (deliveryType !== 'scheduled' || Number(localDate.slice(0, 4)) !== year);
}

/** Ensures that somebody who read the series before does not overwrite what has changed. Call it after locking schedules. */
export async function markSeriesChanged(tx: Tx, seriesId: string | null, now: Date): Promise<void> {
  if (!seriesId) return;
  await tx
    .update(series)
    .set({ version: sql`${series.version} + 1`, updatedAt: now })
    .where(eq(series.id, seriesId));
}

/** Schedule rows by database column names. Those whose series is gone, or whose year is taken by now, are detached from it. */
export async function withFreeYears(
  tx: Tx,
  userId: string,
  rows: readonly Record<string, unknown>[],
): Promise<Record<string, unknown>[]> {
  const own = await tx
    .select({ id: series.id, year: schedules.year })
    .from(series)
    .leftJoin(schedules, eq(schedules.seriesId, series.id))
    .where(eq(series.userId, userId));
  const seriesIds = new Set(own.map(({ id }) => id));
  const taken = new Set(own.map(({ id, year }) => `${id} ${year}`));
  return rows.map((row) => {
    const isFree =
      seriesIds.has(String(row['series_id'])) && !taken.has(`${row['series_id']} ${row['year']}`);
    return isFree ? row : { ...row, series_id: null, year: null };
  });
}
