import { eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../../../platform/database.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { schedules, series, seriesRecipients } from '../deliveries.table.ts';
import { recordPlan } from '../plan/insert-schedules.ts';
import { requireRecipients, setRecipients } from '../plan/schedule-recipients.ts';
import { hasBegun } from '../plan/schedule-rules.ts';
import type { LockedSeries } from './lock-series.ts';

/** Of one person; of several there is none. */
export async function birthdayOf(tx: Tx, recipientIds: readonly string[]): Promise<string | null> {
  if (recipientIds.length !== 1) return null;
  const [person] = await tx
    .select({ birthday: recipients.birthday })
    .from(recipients)
    .where(inArray(recipients.id, [...recipientIds]));
  return person?.birthday ?? null;
}

export async function recipientsOf(tx: Tx, seriesId: string): Promise<string[]> {
  const rows = await tx.select().from(seriesRecipients).where(eq(seriesRecipients.seriesId, seriesId));
  return rows.map(({ recipientId }) => recipientId);
}

export async function areOthers(tx: Tx, seriesId: string, recipientIds: readonly string[]): Promise<boolean> {
  const [asked, present] = [new Set(recipientIds), new Set(await recipientsOf(tx, seriesId))];
  return asked.size !== present.size || [...asked].some((id) => !present.has(id));
}

/** Its ages and its birthday were those of somebody else. */
export async function giveToOthers(
  tx: Tx,
  { owner, row, planned, now }: LockedSeries,
  recipientIds: readonly string[],
): Promise<void> {
  const people = await requireRecipients(tx, owner.id, recipientIds);
  await tx.delete(seriesRecipients).where(eq(seriesRecipients.seriesId, row.id));
  await tx.insert(seriesRecipients).values(people.map((recipientId) => ({ seriesId: row.id, recipientId })));
  const isSameDay = (await birthdayOf(tx, people)) === row.birthday;
  if (!isSameDay)
    await tx.update(series).set({ birthday: null, untilAge: null }).where(eq(series.id, row.id));
  const open = [...planned.values()].filter((schedule) => !hasBegun(schedule, now));
  if (open.length === 0) return;
  const ids = open.map(({ id }) => id);
  await setRecipients(tx, owner.id, open, people, now);
  await tx
    .update(schedules)
    .set({ version: sql`${schedules.version} + 1`, updatedAt: now })
    .where(inArray(schedules.id, ids));
  await recordPlan(tx, now, 'schedule.changed', owner.id, ids);
}
