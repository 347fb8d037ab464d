// The days of a series. Without schemas, so that every page may load it.

/** A day of every year. */
export interface DayOfYear {
  /** 1 to 12 */
  month: number;
  /** 1 to 31 */
  day: number;
}

export const seriesMaxYears = 100;

const leapDay = { month: 2, day: 29 };

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** Whether there is such a day, even if only in leap years. */
export function isDayOfYear({ month, day }: DayOfYear): boolean {
  const date = new Date(Date.UTC(2028, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The day in `year`, as YYYY-MM-DD: 29 February is the 28th in common years. It never depends on the day in another year. */
export function dayIn(year: number, { month, day }: DayOfYear): string {
  const isMissing = month === leapDay.month && day === leapDay.day && !isLeapYear(year);
  const digits = (value: number, length: number) => String(value).padStart(length, '0');
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(isMissing ? 28 : day, 2)}`;
}

/** The day on which a birthday (YYYY-MM-DD) falls every year. */
export function dayOfBirthday(birthday: string): DayOfYear {
  const [, month, day] = birthday.split('-').map(Number);
  return { month: month ?? 1, day: day ?? 1 };
}

/** How old somebody born on `birthday` (YYYY-MM-DD) turns in `year`; null before their birth. */
export function ageIn(year: number, birthday: string | null | undefined): number | null {
  if (!birthday) return null;
  const age = year - Number(birthday.slice(0, 4));
  return age < 0 ? null : age;
}

/** The year in which somebody born on `birthday` (YYYY-MM-DD) turns `age`. */
export function yearOfAge(age: number, birthday: string): number {
  return Number(birthday.slice(0, 4)) + age;
}

export interface Span {
  fromYear: number;
  /** The last year, inclusive. */
  untilYear: number;
}

export function yearsOf({ fromYear, untilYear }: Span): number[] {
  return Array.from({ length: untilYear - fromYear + 1 }, (_, index) => fromYear + index);
}
