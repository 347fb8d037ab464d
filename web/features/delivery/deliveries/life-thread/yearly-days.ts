import { parseDate } from '@internationalized/date';
import { numberWord } from '../../../../../shared/in-words.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { yearlyDate } from '../../../../lib/dates.ts';

/** One occurrence of a day that matters. Days are calendar days, `YYYY-MM-DD`, in no time zone. */
export interface YearlyDay {
  date: string;
  isBirthday: boolean;
  /** Years since the first time; for a birthday, the age. */
  years: number;
  /** 'Maya turns 30', 'ten years married', 'Graduation' */
  note: string;
  /** Worth naming even if nothing is planned for it. */
  isRound: boolean;
}

type Person = Pick<Recipient, 'firstName' | 'birthday' | 'days'> & Partial<Pick<Recipient, 'diedAt'>>;

/** How old somebody is on a day; null before they are born. Somebody born on 29 February turns a year older on the 28th in common years. */
export function ageOn(birthday: string, day: string): number | null {
  const years = parseDate(day).year - parseDate(birthday).year;
  const age = inYear(birthday, parseDate(day).year) <= day ? years : years - 1;
  return age < 0 ? null : age;
}

/** Every occurrence of a living person's days after `from`, up to and including `until`, in order, without duplicates. */
export function yearlyDays(person: Person, from: string, until: string): YearlyDay[] {
  if (person.diedAt) return [];
  const birthdays = person.birthday
    ? comings(person.birthday, from, until).map(({ date, years }) => ({
        ...{ date, years, isBirthday: true, isRound: false },
        note: years === 0 ? `${person.firstName} is born` : `${person.firstName} turns ${years}`,
      }))
    : [];
  const others = person.days.flatMap(({ name, date: first }) =>
    comings(first, from, until).map(({ date, years }) => ({
      ...{ date, years, isBirthday: false, isRound: isRound(years) },
      note: describeYears(name, years),
    })),
  );
  const once = new Map([...birthdays, ...others].map((day) => [`${day.date} ${day.note}`, day]));
  return [...once.values()].toSorted((one, other) => one.date.localeCompare(other.date));
}

function comings(first: string, from: string, until: string): { date: string; years: number }[] {
  const firstYear = parseDate(first).year;
  const start = Math.max(firstYear, parseDate(from).year);
  const years = Array.from(
    { length: Math.max(0, parseDate(until).year - start + 1) },
    (_, index) => start + index,
  );
  return years
    .map((year) => ({ date: inYear(first, year), years: year - firstYear }))
    .filter(({ date }) => date > from && date <= until);
}

function inYear(date: string, year: number): string {
  return yearlyDate(parseDate(date), year).toString();
}

function isRound(years: number): boolean {
  return years === 0 || years % 10 === 0 || years % 25 === 0;
}

function describeYears(name: string, years: number): string {
  if (years === 0) return name;
  const count = `${numberWord(years)} ${years === 1 ? 'year' : 'years'}`;
  return /\b(wedding|married|marriage)\b/i.test(name) ? `${count} married` : `${name}, ${count}`;
}
