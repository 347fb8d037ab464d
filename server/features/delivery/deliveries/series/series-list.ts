import { and, asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Series, SeriesYear, SeriesYearState } from '../../../../../shared/delivery/series.ts';
import { ageIn, yearsOf } from '../../../../../shared/delivery/series-days.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import {
  type ScheduleRow,
  type SeriesRow,
  schedules,
  series,
  seriesRecipients,
} from '../deliveries.table.ts';
import { hasBegun } from '../plan/schedule-rules.ts';
import { birthdayMoved, isMovedByHand, momentIn } from './moments.ts';

type SeriesAnswer = z.output<typeof Series>;
type YearAnswer = z.output<typeof SeriesYear>;

/** The owner's series, oldest first, with all their years. */
export function listSeries(db: Queryable, userId: string, now: Date): Promise<SeriesAnswer[]> {
  return read(db, userId, now);
}

/** One of the owner's series; 404 if it is not theirs. */
export async function loadSeries(
  db: Queryable,
  userId: string,
  id: string,
  now: Date,
): Promise<SeriesAnswer> {
  const [found] = await read(db, userId, now, id);
  return requireFound(found, 'This series');
}

async function read(db: Queryable, userId: string, now: Date, id?: string): Promise<SeriesAnswer[]> {
  const rows = await db
    .select()
    .from(series)
    .where(and(eq(series.userId, userId), id ? eq(series.id, id) : undefined))
    .orderBy(asc(series.id));
  const ids = rows.map((row) => row.id);
  const [people, planned] = [await peopleOf(db, ids), await plannedOf(db, ids)];
  return rows.map((row) => toSeries(row, people.get(row.id) ?? [], planned.get(row.id) ?? [], now));
}

async function peopleOf(db: Queryable, seriesIds: readonly string[]): Promise<Map<string, RecipientRow[]>> {
  const rows = await db
    .select({ seriesId: seriesRecipients.seriesId, recipient: recipients })
    .from(seriesRecipients)
    .innerJoin(recipients, eq(recipients.id, seriesRecipients.recipientId))
    .where(inArray(seriesRecipients.seriesId, [...seriesIds]))
    .orderBy(asc(recipients.firstName), asc(recipients.id));
  return groupOf(rows, ({ recipient }) => recipient);
}

interface Planned {
  schedule: ScheduleRow;
  memory: YearAnswer['memory'];
}

async function plannedOf(db: Queryable, seriesIds: readonly string[]): Promise<Map<string, Planned[]>> {
  const { id, title, type, durationSeconds: seconds } = memories;
  const rows = await db
    .select({ seriesId: schedules.seriesId, schedule: schedules, memory: { id, title, type, seconds } })
    .from(schedules)
    .leftJoin(memories, eq(memories.id, schedules.memoryId))
    .where(inArray(schedules.seriesId, [...seriesIds]))
    .orderBy(asc(schedules.year));
  return groupOf(rows, ({ schedule, memory }) => ({ schedule, memory }));
}

function groupOf<Row extends { seriesId: string | null }, Value>(
  rows: readonly Row[],
  toValue: (row: Row) => Value,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const row of rows) {
    if (row.seriesId) groups.set(row.seriesId, [...(groups.get(row.seriesId) ?? []), toValue(row)]);
  }
  return groups;
}

function toSeries(
  row: SeriesRow,
  people: readonly RecipientRow[],
  planned: readonly Planned[],
  now: Date,
): SeriesAnswer {
  const [person, ...others] = people;
  const birthday = others.length === 0 && !person?.diedAt ? (person?.birthday ?? null) : null;
  const ofYear = new Map(planned.map((each) => [each.schedule.year, each]));
  return {
    ...row,
    recipients: people.map(({ id, firstName, lastName, diedAt }) => ({
      id,
      firstName,
      lastName,
      hasDied: diedAt !== null,
    })),
    birthdayMoved: birthdayMoved(row, birthday),
    years: yearsOf(row).map((year) => toYear(row, { year, birthday, planned: ofYear.get(year), now })),
  };
}

interface OfYear {
  year: number;
  birthday: string | null;
  planned: Planned | undefined;
  now: Date;
}

function toYear(row: SeriesRow, { year, birthday, planned, now }: OfYear): YearAnswer {
  const chosen = momentIn(row, year);
  const { schedule, memory = null } = planned ?? {};
  const deliveryDate = schedule?.deliveryDate ?? chosen.deliveryDate;
  return {
    year,
    date: schedule?.localDate ?? chosen.localDate,
    deliveryDate,
    age: ageIn(year, birthday),
    memory,
    scheduleId: schedule?.id ?? null,
    state: schedule ? stateOf(schedule, now) : deliveryDate <= now ? 'past' : 'empty',
    isMovedByHand: schedule !== undefined && isMovedByHand(row, schedule),
  };
}

function stateOf(schedule: ScheduleRow, now: Date): SeriesYearState {
  if (schedule.isDelivered) return 'delivered';
  return hasBegun(schedule, now) ? 'begun' : 'scheduled';
}
