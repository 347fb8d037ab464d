import { and, asc, eq } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { type ScheduleRow, type SeriesRow, schedules, series } from '../deliveries.table.ts';

/** A series whose owner and schedules are locked, so that none of its years begins meanwhile. */
export interface LockedSeries {
  owner: UserRow;
  row: SeriesRow;
  /** By year. */
  planned: Map<number, ScheduleRow>;
  now: Date;
}

/** 404 if it is not the owner's. */
export async function lockSeries(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  ownerId: string,
  id: string,
): Promise<LockedSeries> {
  const owner = await lockOwner(tx, ownerId);
  const rows = await tx
    .select()
    .from(schedules)
    .where(and(eq(schedules.seriesId, id), eq(schedules.userId, owner.id)))
    .orderBy(asc(schedules.id))
    .for('update');
  const [row] = await tx
    .select()
    .from(series)
    .where(and(eq(series.id, id), eq(series.userId, owner.id)));
  return {
    owner,
    row: requireFound(row, 'This series'),
    planned: new Map(rows.map((schedule) => [schedule.year ?? 0, schedule])),
    now: clock.now(),
  };
}
