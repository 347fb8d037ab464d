import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { fieldError } from '../errors.ts';

/**
 * A phone number as it is stored, `+1 212 555 0134`; null for none. Throws 400 for `phone` if it is not a possible
 * number, or lacks the country code: guessing the country would be too risky for a message that is sent only once.
 */
export function phoneNumberOf(written: string | null | undefined): string | null {
  const text = written?.trim().replace(/^00/, '+');
  if (!text) return null;
  if (!text.startsWith('+'))
    throw fieldError(
      'phone',
      'Please begin the phone number with + and its country code, such as +1 212 555 0134',
    );
  const number = parsePhoneNumberFromString(text);
  if (!number?.isValid() || number.ext) throw fieldError('phone', 'Please enter a valid phone number');
  return number.formatInternational();
}

/** A number without its country code must have at least this many digits to be compared by its end. */
const telling = 7;

/** Whether two numbers are the same, however they are written, even if one lacks its country code. */
export function isSamePhone(one: string, other: string): boolean {
  const [a, b] = [digitsOf(one), digitsOf(other)];
  if (a.startsWith('+') && b.startsWith('+')) return a === b;
  const [short, long] = [a, b].map((digits) => digits.replace(/^\+|^0+/, '')).toSorted(byLength);
  return short !== undefined && short.length >= telling && long?.endsWith(short) === true;
}

function digitsOf(written: string): string {
  const text = written.trim().replace(/^00/, '+');
  return text.replaceAll('(0)', '').replaceAll(/(?!^\+)\D/g, '');
}

function byLength(one: string, other: string): number {
  return one.length - other.length;
}
