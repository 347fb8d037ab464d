import {
  type DayOfYear,
  dayOfBirthday,
  isDayOfYear,
  seriesMaxYears,
} from '../../../../../shared/delivery/series-days.ts';
import { capitalized } from '../../../../../shared/letter-case.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import type { SelectGroup, SelectOption } from '../../../../ui/select.tsx';
import { firstYearOf, isSameDay, type SeriesPlan, type Until } from './series-plan.ts';
import { formatClock, formatDayOfYear } from './series-words.ts';

/** The first name, or the full name if two people have the same first name. */
export function personOptions(recipients: readonly Recipient[]): SelectOption[] {
  const isShared = ({ id, firstName }: Recipient) =>
    recipients.some((other) => other.id !== id && other.firstName === firstName);
  return recipients.map((person) => ({
    value: person.id,
    label: isShared(person) ? fullNameOf(person) : person.firstName,
  }));
}

/** A day that is in no list. */
export const otherDay = 'other';

export function dayValue({ month, day }: DayOfYear): string {
  return `${month}-${day}`;
}

export function readDay(value: string): DayOfYear {
  const [month, day] = value.split('-').map(Number);
  return { month: month ?? 1, day: day ?? 1 };
}

/** The birthday and the days that matter, each with its name, and any other day. */
export function dayOptions({ birthday, days }: Pick<Recipient, 'birthday' | 'days'>): SelectGroup[] {
  const known = [...(birthday ? [{ name: 'birthday', date: birthday }] : []), ...days];
  const byDay = Map.groupBy(known, ({ date }) => dayValue(dayOfBirthday(date)));
  const groups = [...byDay].map(([value, named]) => ({
    label: capitalized(named.map(({ name }) => name).join(', ')),
    options: [{ value, label: formatDayOfYear(readDay(value)) }],
  }));
  return [...groups, { label: 'Any other', options: [{ value: otherDay, label: 'another day' }] }];
}

/** Whether a day is among the days that matter. */
export function isKnownDay(person: Pick<Recipient, 'birthday' | 'days'>, day: DayOfYear): boolean {
  const known = [person.birthday, ...person.days.map(({ date }) => date)];
  return known.some((date) => date !== null && isSameDay(dayOfBirthday(date), day));
}

/** In February 29 is offered too: in common years it comes on the 28th. */
export function daysOfMonth(month: number): SelectOption[] {
  const count = Array.from({ length: 31 }, (_, index) => index + 1).filter((day) =>
    isDayOfYear({ month, day }),
  );
  return count.map((day) => ({ value: String(day), label: String(day) }));
}

const oldestAge = 110;

export function untilValue({ kind, value }: Until): string {
  return `${kind}-${value}`;
}

export function readUntil(value: string): Until {
  const [kind, number] = value.split('-');
  return { kind: kind === 'age' ? 'age' : 'year', value: Number(number) };
}

/** Up to an age, if the birthday is known, or up to a year. */
export function untilOptions(
  plan: SeriesPlan,
  { birthday }: Pick<Recipient, 'birthday'>,
  nowMs: number,
): SelectGroup[] {
  if (!plan.day) return [];
  const first = firstYearOf(plan, plan.day, nowMs);
  const years = Array.from({ length: seriesMaxYears }, (_, index) => first + index);
  const byYear = years.map((year) => ({
    value: untilValue({ kind: 'year', value: year }),
    label: String(year),
  }));
  const byAge = birthday
    ? years.map((year) => year - Number(birthday.slice(0, 4))).filter((age) => age > 0 && age <= oldestAge)
    : [];
  const named = byAge.map((age) => ({
    value: untilValue({ kind: 'age', value: age }),
    label: `they are ${age}`,
  }));
  const groups = [
    { label: 'An age', options: named },
    { label: 'A year', options: byYear },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

/** Any time to the minute, in any zone. */
export const otherTime = 'other';

/** Whole hours, the chosen time, and any other time. */
export function timeOptions({ time, timeZone }: Pick<SeriesPlan, 'time' | 'timeZone'>): SelectOption[] {
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
  const all = time && !hours.includes(time) ? [...hours, time].toSorted() : hours;
  return [
    ...all.map((value) => ({ value, label: formatClock(value, timeZone) })),
    { value: otherTime, label: 'another time' },
  ];
}
