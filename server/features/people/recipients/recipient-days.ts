import { asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { DayThatMatters, Recipient } from '../../../../shared/people/recipients.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { type RecipientRow, recipientDays } from './recipients.table.ts';
import { awaitsExplanation } from './trusted-contacts.ts';

export type RecipientEntry = RecipientRow & { days: DayThatMatters[] };

/** With the days that matter to each of them, in the order of entry. */
export async function withDays(db: Queryable, rows: RecipientRow[]): Promise<RecipientEntry[]> {
  if (rows.length === 0) return [];
  const days = await db
    .select()
    .from(recipientDays)
    .where(
      inArray(
        recipientDays.recipientId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(recipientDays.id));
  const daysOf = Map.groupBy(days, ({ recipientId }) => recipientId);
  return rows.map((row) => ({
    ...row,
    days: (daysOf.get(row.id) ?? []).map(({ name, date }) => ({ name, date })),
  }));
}

/** The entry as its owner sees it. */
export function toRecipient(row: RecipientEntry): z.output<typeof Recipient> {
  return { ...row, explanationPending: awaitsExplanation(row) };
}

/** Replaces the days of a recipient, whom the caller has locked or made. */
export async function saveDays(tx: Tx, recipientId: string, days: DayThatMatters[]): Promise<void> {
  await tx.delete(recipientDays).where(eq(recipientDays.recipientId, recipientId));
  if (days.length === 0) return;
  await tx.insert(recipientDays).values(days.map((day) => ({ ...day, recipientId })));
}

/** Whether anything differs from `before`; what is left out stays as it is. */
export function isNew(before: RecipientEntry, after: { [Name in keyof RecipientEntry]?: unknown }): boolean {
  return Object.entries(after).some(
    ([name, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name as keyof RecipientEntry]),
  );
}
