import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../../../platform/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { schedules, series, seriesRecipients } from '../deliveries.table.ts';
import { recordPlan } from '../plan/insert-schedules.ts';
import { requireRecipients, setRecipients } from '../plan/schedule-recipients.ts';
import { hasBegun } from '../plan/schedule-rules.ts';
import type { LockedSeries } from './lock-series.ts';

/** 409 for somebody whose owner told us that they have died. */
export async function requireLiving(tx: Tx, recipientIds: readonly string[]): Promise<void> {
  const [dead] = await tx
    .select({ firstName: recipients.firstName })
    .from(recipients)
    .where(and(inArray(recipients.id, [...recipientIds]), isNotNull(recipients.diedAt)));
  if (dead) throw new AppError('conflict', `You told us that ${dead.firstName} has died`);
}

/** The birthday of the recipient, if there is exactly one and they are alive. */
export async function birthdayOf(tx: Tx, recipientIds: readonly string[]): Promise<string | null> {
  if (recipientIds.length !== 1) return null;
  const [person] = await tx
    .select({ birthday: recipients.birthday })
    .from(recipients)
    .where(and(inArray(recipients.id, [...recipientIds]), isNull(recipients.diedAt)));
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

/** Drops the ages and the birthday, which were somebody else's. */
export async function giveToOthers(
  tx: Tx,
  { owner, row, planned, now }: LockedSeries,
  recipientIds: readonly string[],
): Promise<void> {
  const people = await requireRecipients(tx, owner.id, recipientIds);
  await requireLiving(tx, people);
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
