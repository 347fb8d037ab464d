import { asc, eq, getTableColumns } from 'drizzle-orm';
import type { DeliveryState } from '../../../../../shared/delivery/schedules.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Tx } from '../../../../platform/database.ts';
import {
  type DeliveryRow,
  deliveryQueue,
  memoryRecipients,
  schedules,
  series,
  seriesRecipients,
} from '../../../delivery/deliveries/deliveries.table.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { withDays } from '../../../people/recipients/recipients.ts';
import { recipientOf, scheduleOf, seriesOf } from './export-parts.ts';

export type ExportedSchedule = ReturnType<typeof scheduleOf> & { recipients: ScheduledPerson[] };

export type ExportedSeries = ReturnType<typeof seriesOf> & { recipientIds: string[] };

interface ScheduledPerson {
  recipientId: string;
  name: string;
  state: DeliveryState | 'planned';
  deliveredAt: Date | null;
  openedAt: Date | null;
}

/** An owner's people, and what is planned for them. */
export async function readPlans(tx: Tx, userId: string) {
  const people = await tx
    .select()
    .from(recipients)
    .where(eq(recipients.userId, userId))
    .orderBy(asc(recipients.id));
  const planned = await tx
    .select()
    .from(schedules)
    .where(eq(schedules.userId, userId))
    .orderBy(asc(schedules.deliveryDate), asc(schedules.id));
  const named = await tx
    .select({ scheduleId: memoryRecipients.scheduleId, recipientId: memoryRecipients.recipientId })
    .from(memoryRecipients)
    .innerJoin(schedules, eq(schedules.id, memoryRecipients.scheduleId))
    .where(eq(schedules.userId, userId));
  const deliveries = await tx
    .select(getTableColumns(deliveryQueue))
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .where(eq(schedules.userId, userId));
  const peopleOf = peopleBySchedule(people, named, deliveries);
  return {
    recipients: (await withDays(tx, people)).map(recipientOf),
    schedules: planned.map((row) => ({ ...scheduleOf(row), recipients: peopleOf.get(row.id) ?? [] })),
    series: await readSeries(tx, userId),
  };
}

async function readSeries(tx: Tx, userId: string): Promise<ExportedSeries[]> {
  const rows = await tx.select().from(series).where(eq(series.userId, userId)).orderBy(asc(series.id));
  const people = await tx
    .select(getTableColumns(seriesRecipients))
    .from(seriesRecipients)
    .innerJoin(series, eq(series.id, seriesRecipients.seriesId))
    .where(eq(series.userId, userId));
  return rows.map((row) => ({
    ...seriesOf(row),
    recipientIds: people.filter(({ seriesId }) => seriesId === row.id).map(({ recipientId }) => recipientId),
  }));
}

function peopleBySchedule(
  people: RecipientRow[],
  named: { scheduleId: string; recipientId: string }[],
  deliveries: DeliveryRow[],
): Map<string, ScheduledPerson[]> {
  const byId = new Map(people.map((person) => [person.id, person]));
  const byPair = new Map(deliveries.map((each) => [`${each.scheduleId} ${each.recipientId}`, each]));
  const bySchedule = new Map<string, ScheduledPerson[]>();
  for (const { scheduleId, recipientId } of named) {
    const person = byId.get(recipientId);
    if (!person) continue;
    const delivery = byPair.get(`${scheduleId} ${recipientId}`);
    const list = bySchedule.get(scheduleId) ?? [];
    list.push({
      recipientId,
      name: fullNameOf(person),
      state: delivery?.status ?? 'planned',
      deliveredAt: delivery?.deliveredAt ?? null,
      openedAt: delivery?.openedAt ?? null,
    });
    bySchedule.set(scheduleId, list);
  }
  return bySchedule;
}
