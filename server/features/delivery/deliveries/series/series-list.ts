import { and, asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Series, SeriesYear, SeriesYearState } from '../../../../../shared/delivery/series.ts';
import { ageIn, yearsOf } from '../../../../../shared/delivery/series-days.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { idsOf } from '../../../../platform/sweeps.ts';
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

/** One of the owner's series; 404 if it is not theirs. */
export async function loadSeries(
  db: Queryable,
  userId: string,
  id: string,
  now: Date,
): Promise<SeriesAnswer> {
  const [found] = await listSeries(db, userId, now, id);
  return requireFound(found, 'This series');
}

/** The owner's series, or the one with this id, oldest first, with all their years. */
export async function listSeries(
  db: Queryable,
  userId: string,
  now: Date,
  id?: string,
): Promise<SeriesAnswer[]> {
  const rows = await db
    .select()
    .from(series)
    .where(and(eq(series.userId, userId), id ? eq(series.id, id) : undefined))
    .orderBy(asc(series.id));
  const [people, planned] = [await peopleOf(db, idsOf(rows)), await plannedOf(db, idsOf(rows))];
  return rows.map((row) => toSeries(row, people.get(row.id) ?? [], planned.get(row.id) ?? [], now));
}

async function peopleOf(db: Queryable, seriesIds: readonly string[]) {
  const rows = await db
    .select({ seriesId: seriesRecipients.seriesId, recipient: recipients })
    .from(seriesRecipients)
    .innerJoin(recipients, eq(recipients.id, seriesRecipients.recipientId))
    .where(inArray(seriesRecipients.seriesId, [...seriesIds]))
    .orderBy(asc(recipients.firstName), asc(recipients.id));
  return Map.groupBy(rows, ({ seriesId }) => seriesId);
}

interface Planned {
  schedule: ScheduleRow;
  memory: YearAnswer['memory'];
}

async function plannedOf(db: Queryable, seriesIds: readonly string[]) {
  const { id, title, type, durationSeconds: seconds } = memories;
  const rows = await db
    .select({ seriesId: schedules.seriesId, schedule: schedules, memory: { id, title, type, seconds } })
    .from(schedules)
    .leftJoin(memories, eq(memories.id, schedules.memoryId))
    .where(inArray(schedules.seriesId, [...seriesIds]))
    .orderBy(asc(schedules.year));
  return Map.groupBy(rows, ({ seriesId }) => seriesId);
}

function toSeries(
  row: SeriesRow,
  people: readonly { recipient: RecipientRow }[],
  planned: readonly Planned[],
  now: Date,
): SeriesAnswer {
  const person = people.length === 1 ? people[0]?.recipient : undefined;
  const birthday = person && !person.diedAt ? person.birthday : null;
  const ofYear = new Map(planned.map((each) => [each.schedule.year, each]));
  return {
    ...row,
    recipients: people.map(({ recipient }) => ({ ...recipient, hasDied: recipient.diedAt !== null })),
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
