import type { SeriesForm } from '../../../../../shared/delivery/series.ts';
import {
  dayOfBirthday,
  type Span,
  seriesMaxYears,
  yearOfAge,
  yearsOf,
} from '../../../../../shared/delivery/series-days.ts';
import { fieldError } from '../../../../platform/errors.ts';

// What a form asks for.

/** Whether it follows the recipient's birthday, so that a correction of it matters. */
export function isAboutBirthday({ month, day, untilAge }: SeriesForm, birthday: string | null): boolean {
  if (!birthday) return false;
  const born = dayOfBirthday(birthday);
  return untilAge !== undefined || (born.month === month && born.day === day);
}

/** The years from first to last. 400 if there are too many, or if one is named that is not among them. */
export function spanOf(form: SeriesForm, birthday: string | null): Span {
  const { fromYear, untilAge } = form;
  if (untilAge !== undefined && !birthday)
    throw fieldError('untilAge', 'Please choose one person, and enter their birthday first');
  const untilYear = untilAge !== undefined && birthday ? yearOfAge(untilAge, birthday) : form.untilYear;
  const field = untilAge === undefined ? 'untilYear' : 'untilAge';
  if (untilYear === undefined || untilYear < fromYear)
    throw fieldError(field, `Please let it end in ${fromYear} or later`);
  if (untilYear - fromYear >= seriesMaxYears)
    throw fieldError(field, `Please choose at most ${seriesMaxYears} years`);
  const named = [...Object.keys(form.memories ?? {}), ...Object.keys(form.schedules ?? {})];
  requireWithin(named, { fromYear, untilYear });
  return { fromYear, untilYear };
}

/** 400 for a year that is not in the series. */
export function requireWithin(years: readonly string[], { fromYear, untilYear }: Span): void {
  const outside = years.find((year) => Number(year) < fromYear || Number(year) > untilYear);
  if (outside) throw fieldError(outside, `${outside} is not one of its years: ${fromYear} to ${untilYear}`);
}

/** The memory of each year that has one and is not there yet. */
export function memoriesOf(
  { memoryId, memories = {}, schedules: there = {} }: SeriesForm,
  span: Span,
): [number, string][] {
  return yearsOf(span).flatMap((year) => {
    if (there[year]) return [];
    const chosen = memories[year] === undefined ? memoryId : memories[year];
    return chosen ? [[year, chosen] as [number, string]] : [];
  });
}
