import {
  ageIn,
  type DayOfYear,
  dayIn,
  dayOfBirthday,
  seriesMaxYears,
  yearOfAge,
  yearsOf,
} from '../../../../../shared/delivery/series-days.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { toInstant } from '../../../../lib/dates.ts';

/** The last year: given as a year, or as the age that the person reaches in it. */
export interface Until {
  kind: 'age' | 'year';
  value: number;
}

/** The form: who gets what, every year on one day. */
export interface SeriesPlan {
  recipientId: string | null;
  day: DayOfYear | null;
  until: Until | null;
  /** HH:mm */
  time: string;
  timeZone: string;
  /** Whether every year without a memory of its own gets the same one. */
  isSame: boolean;
  sameMemoryId: string | null;
  /** By year: the id of its own memory; null for a year that stays empty although the others get the same. */
  own: ReadonlyMap<number, string | null>;
  /** The year for which something is being written on another page. */
  writing: number | null;
}

export const noon = '12:00';

export function emptySeries(timeZone: string): SeriesPlan {
  return {
    ...{ recipientId: null, day: null, until: null, time: noon, timeZone },
    ...{ isSame: false, sameMemoryId: null, own: new Map(), writing: null },
  };
}

export type Person = Pick<Recipient, 'id' | 'birthday' | 'days'>;

/** The first year in which the day is still ahead. */
export function firstYearOf(
  { time, timeZone }: Pick<SeriesPlan, 'time' | 'timeZone'>,
  day: DayOfYear,
  nowMs: number,
): number {
  const before = new Date(nowMs).getUTCFullYear() - 1;
  const isToCome = (year: number) =>
    Date.parse(toInstant({ date: dayIn(year, day), time: time || noon, timeZone })) > nowMs;
  return [before, before + 1].find(isToCome) ?? before + 2;
}

/** The year that `until` means; null if it is an age and the birthday is not known. */
function lastYearOf(until: Until, birthday: string | null): number | null {
  if (until.kind === 'year') return until.value;
  return birthday ? yearOfAge(until.value, birthday) : null;
}

/** The years of a plan; empty while the sentence is not complete. */
export function yearsOfPlan(plan: SeriesPlan, person: Person | undefined, nowMs: number): number[] {
  const { day, until } = plan;
  const last = until && lastYearOf(until, person?.birthday ?? null);
  if (!person || !day || last === null) return [];
  const first = firstYearOf(plan, day, nowMs);
  return yearsOf({ fromYear: first, untilYear: Math.min(last, first + seriesMaxYears - 1) });
}

/** Ages at which a series ends unless another is chosen. */
const roundAges = [18, 30, 40, 50, 60, 70, 80, 90, 100];

const fewestYears = 3;
const yearsWithoutAge = 5;

/** The initial end in the sentence: the next round age, or five years. */
export function untilAtFirst(firstYear: number, birthday: string | null): Until {
  const ageAtFirst = ageIn(firstYear, birthday);
  const age = ageAtFirst !== null && roundAges.find((round) => round > ageAtFirst + fewestYears - 2);
  return age ? { kind: 'age', value: age } : { kind: 'year', value: firstYear + yearsWithoutAge - 1 };
}

/** What a year gets according to this plan: the id of a memory, or null. */
export function memoryOf({ isSame, sameMemoryId, own }: SeriesPlan, year: number): string | null {
  const chosen = own.get(year);
  return chosen === undefined && isSame ? sameMemoryId : (chosen ?? null);
}

/** The plan with a different memory in one year; null leaves it empty. */
export function withYear(plan: SeriesPlan, year: number, memoryId: string | null): SeriesPlan {
  const own = new Map(plan.own);
  const usual = plan.isSame ? plan.sameMemoryId : null;
  if (memoryId === usual) own.delete(year);
  else own.set(year, memoryId);
  return { ...plan, own };
}

/** The plan for somebody else: on their birthday, or else the first other day that matters. The memories chosen for the years stay. */
export function forPerson(plan: SeriesPlan, person: Person, nowMs: number): SeriesPlan {
  const known = person.birthday ?? person.days[0]?.date;
  const day = known ? dayOfBirthday(known) : plan.day;
  return onDay({ ...plan, recipientId: person.id, until: null }, person, day, nowMs);
}

/** The plan on another day; until the next round age, unless something else was chosen. */
export function onDay(plan: SeriesPlan, person: Person, day: DayOfYear | null, nowMs: number): SeriesPlan {
  const usual = day && untilAtFirst(firstYearOf(plan, day, nowMs), person.birthday);
  return { ...plan, day, until: plan.until ?? usual };
}

export function isSameDay(one: DayOfYear | null, other: DayOfYear | null): boolean {
  return one?.month === other?.month && one?.day === other?.day;
}
