import { type DayOfYear, dayOfBirthday } from '../../../../../shared/delivery/series-days.ts';
import { countOf } from '../../../../../shared/in-words.ts';
import { describeLength } from '../../../../../shared/lengths.ts';
import { capitalized } from '../../../../../shared/letter-case.ts';
import { listNames } from '../../../../../shared/names.ts';
import { timeZoneLabel } from '../../../../../shared/time-zones.ts';
import { formatDayAndMonth } from '../../../../lib/dates.ts';
import type { MemoryDay } from '../../../memories/memories/memories.ts';
import type { Content } from './planned-years.ts';

/** '4 May' */
export function formatDayOfYear({ month, day }: DayOfYear): string {
  return formatDayAndMonth(new Date(Date.UTC(2000, month - 1, day)));
}

/** '12:00 Eastern' */
export function formatClock(time: string, timeZone: string): string {
  return `${time} ${timeZoneLabel(timeZone)}`;
}

/** 'letter', 'audio, 24 s' */
export function kindOf({ type, seconds }: Content): string {
  return seconds === null ? type : `${type}, ${describeLength(seconds)}`;
}

/** 'letter · Maya, 4 May 2031': what a memory is, and whom it already goes or went to. */
export function describeChoice(content: Content, day: Pick<MemoryDay, 'to' | 'when'> | undefined): string {
  return day ? `${kindOf(content)} · ${day.to}, ${day.when}` : kindOf(content);
}

/** 'Five years, 2027 to 2031'. */
export function countYears(years: readonly number[]): string {
  const [first, last] = [years[0], years.at(-1)];
  if (first === undefined) return 'No year yet';
  const count = capitalized(countOf(years.length, 'year'));
  return first === last ? `${count}, ${first}` : `${count}, ${first} to ${last}`;
}

const longestRun = 3;

/** '2027, 2028, and 2030'; four or more in a row become '2027 to 2031'. */
export function listYears(years: readonly number[]): string {
  return listNames(runsOf(years).flatMap(describeRun));
}

function describeRun(run: readonly number[]): string[] {
  return run.length > longestRun ? [`${run[0]} to ${run.at(-1)}`] : run.map(String);
}

function runsOf(years: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const year of years) {
    const run = runs.at(-1);
    if (run?.at(-1) === year - 1) run.push(year);
    else runs.push([year]);
  }
  return runs;
}

export function isEveryYear(years: readonly number[]): boolean {
  return runsOf(years).length === 1;
}

/** '4 May', from the dates of one series: the day that most of them have, since some may have been moved on their own. */
export function describeDayOfYear(dates: readonly string[]): string {
  const isLeapDay = dates.some((date) => date.endsWith('-02-29'));
  const counts = Map.groupBy(dates, (date) => date.slice(5));
  const [most] = [...counts].toSorted(([, one], [, other]) => other.length - one.length);
  return formatDayOfYear(dayOfBirthday(`2000-${isLeapDay ? '02-29' : (most?.[0] ?? '01-01')}`));
}
