import type { Recipient } from './recipients.ts';

/** Days are calendar days, `YYYY-MM-DD`, in no time zone. */
type Guarded = Pick<Recipient, 'birthday' | 'guardianId' | 'guardianUntilAge'>;

/** The birthday on which the guardian's say over this person ends; null if there is no guardian, or the date of birth is not known. */
export function sayEndsOn({ guardianId, birthday, guardianUntilAge }: Guarded): string | null {
  return guardianId && birthday ? birthdayAtAge(birthday, guardianUntilAge) : null;
}

/** For somebody born on 29 February, the 28th in common years. */
export function birthdayAtAge(birthday: string, age: number): string {
  const year = Number(birthday.slice(0, 4)) + age;
  const isLeapYear = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  const monthAndDay = birthday.slice(4) === '-02-29' && !isLeapYear ? '-02-28' : birthday.slice(4);
  return String(year).padStart(4, '0') + monthAndDay;
}

/** In years; negative before the year of birth. */
export function ageAt(birthday: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return birthdayAtAge(birthday, years) <= day ? years : years - 1;
}
