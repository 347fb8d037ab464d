import type { DayOfYear } from '../../../../../shared/delivery/series-days.ts';
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
  /** What goes in every year that has nothing of its own; null where each year has its own. */
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

/** 'on 4 May 2027', 'on 4 May 2027, 2028, and 2030', 'every 4 May from 2027 to 2040'. */
export function describeDays(day: DayOfYear, given: readonly Pick<PlannedYear, 'year'>[]): string {
  const years = given.map(({ year }) => year);
  const [first, last] = [years[0], years.at(-1)];
  const name = formatDayOfYear(day);
  if (isEveryYear(years) && years.length > 2) return `every ${name} from ${first} to ${last}`;
  return `on ${name} ${listYears(years)}`;
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

/** 'In 2029, when they turn 28, nothing comes.'; null where every year has something. */
export function describeEmptyYears(
  years: readonly { year: number; age: number | null; content: unknown }[],
): string | null {
  const empty = years.filter(({ content }) => content === null);
  const [only, ...more] = empty;
  if (!only) return null;
  const when = more.length === 0 && only.age !== null ? `, when they turn ${only.age},` : '';
  return `In ${listYears(empty.map(({ year }) => year))}${when} nothing comes.`;
}

/** What 29 February means; null for any other day. */
export function describeLeapYears(day: DayOfYear, given: readonly Pick<PlannedYear, 'year' | 'date'>[]) {
  if (day.month !== 2 || day.day !== 29) return null;
  const isWhole = ({ date }: Pick<PlannedYear, 'date'>) => date.endsWith('-02-29');
  const whole = given.filter(isWhole).map(({ year }) => year);
  if (whole.length === given.length) return null;
  const onTheDay = whole.length > 0 ? `; in ${listYears(whole)} it comes on the day itself` : '';
  return `In years without one it comes on 28 February${onTheDay}.`;
}
