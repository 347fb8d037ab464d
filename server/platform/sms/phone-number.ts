import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { fieldError } from '../errors.ts';

/**
 * A phone number as it is stored, `+1 212 555 0134`; null for none. Throws 400 on `phone` for what is no number that somebody
 * can have, and for one without its country code: in which country it was meant would be a guess, and the message that it is for
 * is sent once.
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
