import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../../../platform/database.ts';
import { AppError, notFound } from '../../../../platform/errors.ts';
import { memoryRecipients, type ScheduleRow, schedules } from '../deliveries.table.ts';

// Existing schedules that become years of a series unchanged.

/** Locks them and returns them by year. 404 for one that is not the owner's, 409 for one that is not a separate delivery in that year. */
export async function lockAdopted(
  tx: Tx,
  userId: string,
  asked: Readonly<Record<string, string>>,
): Promise<Map<string, ScheduleRow>> {
  const rows = await tx
    .select()
    .from(schedules)
    .where(and(inArray(schedules.id, Object.values(asked)), eq(schedules.userId, userId)))
    .orderBy(asc(schedules.id))
    .for('update');
  const found = new Map(rows.map((row) => [row.id, row]));
  const adopted = new Map<string, ScheduleRow>();
  for (const [year, id] of Object.entries(asked)) {
    const row = found.get(id);
    if (!row) throw notFound('This schedule');
    if (row.seriesId || row.deliveryType !== 'scheduled' || !row.localDate.startsWith(year))
      throw misfit(year);
    adopted.set(year, row);
  }
  return adopted;
}

/** 409 for a schedule that does not go to all of these people. */
export async function adoptSchedules(
  tx: Tx,
  seriesId: string,
  adopted: ReadonlyMap<string, ScheduleRow>,
  people: readonly string[],
): Promise<void> {
  for (const [year, { id }] of adopted) {
    const theirs = and(
      eq(memoryRecipients.scheduleId, id),
      inArray(memoryRecipients.recipientId, [...people]),
    );
    if ((await tx.$count(memoryRecipients, theirs)) < people.length) throw misfit(year);
    await tx
      .update(schedules)
      .set({ seriesId, year: Number(year) })
      .where(eq(schedules.id, id));
  }
}

function misfit(year: string): AppError {
  return new AppError('conflict', `What is scheduled for ${year} does not belong to this series`, {
    fields: { [year]: 'Not a delivery of that year to the same people' },
  });
}
