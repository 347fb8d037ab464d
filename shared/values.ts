import { z } from 'zod';
import { describeFault } from './input-faults.ts';
import { isTimeZone } from './time-zones.ts';

// For every schema, here and in the web: a fault without a message of its own is explained in words for people.
z.config({ customError: describeFault });

/** An instant: a Date on the server, an ISO 8601 string in UTC in JSON. */
export const Instant = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (text) => new Date(text),
  encode: (instant) => instant.toISOString(),
});

export const Id = z.uuid();

export const IdParams = z.object({ id: Id });

/** A calendar day without a zone, `2031-05-04`. */
export const CalendarDay = z.iso.date();

const versionFault = 'Please send the version that you were answered with, a whole number';
/** The version of the record that somebody changes, as they read it. In a form it is a text. */
export const SentVersion = z.coerce
  .number<number | string>(versionFault)
  .int(versionFault)
  .min(1, versionFault)
  .max(2_147_483_647, versionFault)
  .optional();

/** PostgreSQL stores no NUL in a text. */
export const isStorable = (text: string) => !text.includes('\u0000');
export const notStorable = 'This text contains a character that cannot be stored';
const tooLong = (maxCharacters: number) => `Please use at most ${maxCharacters} characters`;

/** Text exactly as a person typed it; only what the database cannot store is refused. `message` is for anything that is not text. */
export function plainText(maxCharacters: number, message?: string) {
  return z.string(message).max(maxCharacters, tooLong(maxCharacters)).refine(isStorable, notStorable);
}

/** Why a member of staff does something. It is kept in the audit log and, if the page says so, shown to the person concerned. */
export const Reason = plainText(1000)
  .trim()
  .min(1, 'Please say why')
  // PostgreSQL stores no lone surrogate.
  .overwrite((text) => text.toWellFormed());

/** One line that is not blank; surrounding whitespace is removed. */
export function requiredLine(maxCharacters: number, message: string, minCharacters = 1) {
  return z
    .string(message)
    .trim()
    .min(minCharacters, message)
    .max(maxCharacters, tooLong(maxCharacters))
    .refine(isStorable, notStorable);
}

/** One line that may be omitted. An empty one means the same. */
export function optionalLine(maxCharacters: number) {
  return plainText(maxCharacters).trim().nullish();
}

export const EmailAddress = z
  .string('Please enter a valid email')
  .trim()
  .max(254, 'Please enter a valid email')
  .pipe(z.email('Please enter a valid email'));

export const TimeZone = z.string().refine(isTimeZone, 'Please choose a time zone from the list');

const msPerHour = 3_600_000;

/** The zone that is furthest ahead: a day that has begun somewhere has begun. */
const furthestAheadHours = 14;

/** Whether the day `text` (YYYY-MM-DD) has begun, less than 130 years ago. */
export function isPlausibleBirthday(text: string): boolean {
  const today = new Date(Date.now() + furthestAheadHours * msPerHour);
  const year = Number(text.slice(0, 4));
  return year >= today.getUTCFullYear() - 130 && text <= today.toISOString().slice(0, 10);
}
