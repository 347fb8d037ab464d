import { type DayOfYear, dayIn, dayOfBirthday } from '../../../../../shared/delivery/series-days.ts';
import { memoryNouns } from '../../../../../shared/memory-types.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import type { Content, PlannedYear } from './planned-years.ts';
import { formatClock, formatDayOfYear, isEveryYear, listYears } from './series-words.ts';

export interface Described {
  person: Pick<Recipient, 'firstName' | 'reachedBy'>;
  day: DayOfYear;
  time: string;
  timeZone: string;
  years: readonly PlannedYear[];
  /** What every year without a memory of its own gets; null if each year has its own. */
  same: Content | null;
}

/** Who gets what and when, with the years that stay empty; null while no year has anything. */
export function describeSeries(described: Described): string | null {
  const given = described.years.filter(({ content }) => content !== null);
  if (given.length === 0) return null;
  return [
    describeGiven(described, given),
    describeLeapYears(described.day, given),
    describeEmptyYears(described.years),
  ]
    .filter((part) => part !== null)
    .join(' ');
}

function describeGiven(described: Described, given: readonly PlannedYear[]): string {
  const { person, time, timeZone, same } = described;
  const clock = `at ${formatClock(time, timeZone)}`;
  const days = describeDays(described.day, given);
  if (!person.reachedBy) {
    return `It is for ${person.firstName} ${days}, ${clock}, but there is no address to send it to yet.`;
  }
  const isSame = ({ content, scheduled }: PlannedYear) => content?.id === same?.id && !scheduled;
  if (same && given.some(isSame)) {
    const others = given.filter((year) => !isSame(year));
    const what = `the same ${memoryNouns[same.type]}, “${same.title}”,`;
    return `${person.firstName} will get ${what} ${days}, ${clock}${describeOthers(others)}.`;
  }
  const message = person.reachedBy === 'email' ? 'an email' : 'a text message';
  return `${person.firstName} will get ${message} ${days}, ${clock}.`;
}

type GivenYear = Pick<PlannedYear, 'year' | 'date'>;

/** 'on 4 May 2027, 2028, and 2030', 'every 4 May from 2027 to 2040', 'on 28 February 2027 and 2029, and on 29 February 2028'. */
export function describeDays(day: DayOfYear, given: readonly GivenYear[]): string {
  const years = given.map(({ year }) => year);
  if (isEveryDay(day, given)) return `every ${formatDayOfYear(day)} from ${years[0]} to ${years.at(-1)}`;
  const byDay = Map.groupBy(given, ({ date }) => date.slice(5));
  return [...byDay.values()].map(describeOneDay).join(', and ');
}

/** Whether these are at least three years in a row, none of which was moved to another day. */
function isEveryDay(day: DayOfYear, given: readonly GivenYear[]): boolean {
  const years = given.map(({ year }) => year);
  return years.length > 2 && isEveryYear(years) && given.every(({ year, date }) => date === dayIn(year, day));
}

function describeOneDay(given: readonly GivenYear[]): string {
  const dates = given.map(({ date }) => date);
  const years = dates.map((date) => Number(date.slice(0, 4)));
  return `on ${formatDayOfYear(dayOfBirthday(dates[0] ?? ''))} ${listYears(years)}`;
}

function describeOthers(others: readonly PlannedYear[]): string {
  const [only, ...more] = others;
  if (!only) return '';
  if (more.length > 0) {
    return `, except in ${listYears(others.map(({ year }) => year))}, which have something of their own`;
  }
  const noun = only.content ? memoryNouns[only.content.type] : 'memory';
  return only.age === null
    ? `, except in ${only.year}, which has a ${noun} of its own`
    : `, except in ${only.year}, when they turn ${only.age} and get a ${noun} of their own`;
}

/** 'In 2029, when they turn 28, nothing comes.'; null if every year has something. */
export function describeEmptyYears(
  years: readonly { year: number; age: number | null; content: unknown }[],
): string | null {
  const empty = years.filter(({ content }) => content === null);
  const [only, ...more] = empty;
  if (!only) return null;
  const when = more.length === 0 && only.age !== null ? `, when they turn ${only.age},` : '';
  return `In ${listYears(empty.map(({ year }) => year))}${when} nothing comes.`;
}

/** What 'every 29 February' means in years without one; null if the sentence names each day, or there is nothing to say. */
export function describeLeapYears(day: DayOfYear, given: readonly GivenYear[]): string | null {
  if (day.month !== 2 || day.day !== 29 || !isEveryDay(day, given)) return null;
  const leapYears = given.filter(({ date }) => date.endsWith('-02-29')).map(({ year }) => year);
  if (leapYears.length === 0) return 'None of these years has a 29 February, so it comes on the 28th.';
  return `Only ${listYears(leapYears)} ${leapYears.length === 1 ? 'has' : 'have'} a 29 February; in the other years it comes on the 28th.`;
}
