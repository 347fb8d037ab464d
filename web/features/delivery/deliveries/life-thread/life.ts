import { parseDate } from '@internationalized/date';
import { formatDay } from '../../../../../shared/dates.ts';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { countOf } from '../../../../../shared/in-words.ts';
import { capitalized } from '../../../../../shared/letter-case.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { ageOn, type YearlyDay, yearlyDays } from './yearly-days.ts';

export type Person = Pick<Recipient, 'firstName' | 'birthday' | 'days'> & Partial<Pick<Recipient, 'diedAt'>>;

/** A place on the thread of somebody's life. */
export interface Stop {
  key: string;
  kind: 'today' | 'gap' | 'day' | 'after';
  /** YYYY-MM-DD, never before today; null for after the owner's death. */
  at: string | null;
  title: string;
  note: string | null;
  /** What waits there. */
  items: readonly Schedule[];
}

export interface Life {
  today: string;
  /** How far the thread goes: YYYY-MM-DD, the last day that has something, and at least some years ahead. */
  until: string;
  /** In order of time: what is late, today, and what is to come. */
  stops: readonly Stop[];
  /** Birthdays with nothing, which are shown but not named. */
  emptyBirthdays: readonly string[];
}

/** How many years ahead the thread goes at least, so that the coming birthdays stay in sight even if everything planned is near. */
const yearsAhead = { planned: 5, nothingPlanned: 10 };

/** At most this many empty days are named. Somebody may have twenty that recur every ten years. */
const mostEmptyDays = 6;

/** What waits for a person and the days that matter to them, from today until the last day and after the owner's death. */
export function lifeOf(person: Person, waiting: readonly Schedule[], today: string): Life {
  const dated = waiting.filter(({ deliveryType }) => deliveryType === 'scheduled');
  const after = waiting.filter(({ deliveryType }) => deliveryType === 'on_death');
  const last = dated.at(-1)?.localDate ?? '';
  const years = yearsAhead[last > today ? 'planned' : 'nothingPlanned'];
  const least = parseDate(today).add({ years }).toString();
  const until = last > least ? last : least;
  const yearly = yearlyDays(person, today, until);
  const byDay = Map.groupBy(dated, ({ localDate }) => localDate);
  const isEmpty = ({ date }: YearlyDay) => !byDay.has(date);
  const isLate = ({ localDate }: Schedule) => localDate < today;
  const emptyDays = yearly.filter((day) => day.isRound && isEmpty(day)).slice(0, mostEmptyDays);
  const dayStops = (schedules: readonly Schedule[]) =>
    [...Map.groupBy(schedules, ({ localDate }) => localDate)].map(([date, items]) =>
      dayStop(date, items, yearly, today),
    );
  const stops = [
    ...dayStops(dated.filter((schedule) => !isLate(schedule))),
    ...emptyDays.map(emptyStop),
    ...gapOf(nextEmptyBirthdays(yearly, byDay)),
  ].toSorted((one, other) => (one.at ?? '').localeCompare(other.at ?? ''));
  return {
    today,
    until,
    stops: [
      ...dayStops(dated.filter(isLate)),
      todayStop(person, today),
      ...stops,
      ...(after.length > 0 ? [afterStop(after)] : []),
    ],
    emptyBirthdays: yearly.filter((day) => day.isBirthday && isEmpty(day)).map(({ date }) => date),
  };
}

/** The birthdays after today for which nothing is planned, until the first that has something. */
export function nextEmptyBirthdays(
  yearly: readonly YearlyDay[],
  planned: { has(date: string): boolean },
): YearlyDay[] {
  const birthdays = yearly.filter(({ isBirthday }) => isBirthday);
  const next = birthdays.findIndex(({ date }) => planned.has(date));
  return next === -1 ? birthdays : birthdays.slice(0, next);
}

function todayStop({ firstName, birthday, diedAt }: Person, today: string): Stop {
  const age = birthday && !diedAt ? ageOn(birthday, today) : null;
  const note = age === null ? null : `${firstName} is ${age}`;
  return { key: 'today', kind: 'today', at: today, title: 'Today', note, items: [] };
}

function dayStop(date: string, items: Schedule[], yearly: readonly YearlyDay[], today: string): Stop {
  const notes = yearly.filter((day) => day.date === date).map(({ note }) => note);
  const late = date < today ? 'still waiting' : null;
  return {
    ...{ key: date, kind: 'day', title: formatDay(date), items },
    at: date < today ? today : date,
    note: capitalized(notes.join(', ')) || late,
  };
}

function emptyStop({ date, note }: YearlyDay): Stop {
  return {
    ...{ key: `${date} ${note}`, kind: 'day', at: date, title: formatDay(date), items: [] },
    note: `${note}, nothing yet`,
  };
}

function gapOf(empty: readonly YearlyDay[]): Stop[] {
  const [first, last] = [empty[0], empty.at(-1)];
  if (!first || !last) return [];
  if (empty.length === 1) return [emptyStop(first)];
  const title = `${first.years} to ${last.years}`;
  const note = `${countOf(empty.length, 'birthday')}, nothing yet`;
  return [{ key: 'gap', kind: 'gap', at: first.date, title, note, items: [] }];
}

function afterStop(items: readonly Schedule[]): Stop {
  const note = 'once it has been confirmed';
  return { key: 'after', kind: 'after', at: null, title: 'After your death', note, items };
}
