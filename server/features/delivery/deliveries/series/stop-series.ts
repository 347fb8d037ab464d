import { eq, inArray } from 'drizzle-orm';
import type { SeriesStopped } from '../../../../../shared/delivery/series.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { record } from '../../../system/audit/audit.ts';
import { schedules, series } from '../deliveries.table.ts';
import { deleteSchedules } from '../plan/insert-schedules.ts';
import { hasBegun } from '../plan/schedule-rules.ts';
import { lockSeries } from './lock-series.ts';

/** Stops the years of a series that have not begun, and deletes the series. Years that have begun stay as separate schedules. */
export function stopSeries(
  services: Pick<Services, 'db' | 'clock'>,
  { id: ownerId }: Pick<UserRow, 'id'>,
  id: string,
): Promise<SeriesStopped> {
  return inTransaction(services.db, async (tx) => {
    const { owner, planned, now } = await lockSeries(tx, services, ownerId, id);
    const years = [...planned].sort(([a], [b]) => a - b);
    const begun = years.filter(([, schedule]) => hasBegun(schedule, now));
    const open = years.filter(([, schedule]) => !hasBegun(schedule, now));
    const idsOf = (some: typeof years) => some.map(([, schedule]) => schedule.id);
    if (open.length > 0) await deleteSchedules(tx, owner.id, idsOf(open), now);
    await tx
      .update(schedules)
      .set({ seriesId: null, year: null })
      .where(inArray(schedules.id, idsOf(begun)));
    await tx.delete(series).where(eq(series.id, id));
    await record(tx, now, { action: 'series.stopped', actor: owner.id, userId: owner.id, subjectId: id });
    return { stopped: open.map(([year]) => year), begun: begun.map(([year]) => year) };
  });
}
