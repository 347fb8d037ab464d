import type { TrustedPage, TrustedPerson } from '../../../../shared/after-death/trusted-access.ts';
import { formatDate, formatDay } from '../../../../shared/dates.ts';
import { deviceTimeZone } from '../../../lib/device.ts';

/** 'on 3 March 2031', or 'on or about' that day. */
export function dayOfDeath({ dateOfDeath, isDateApproximate }: TrustedPage): string {
  return `on ${isDateApproximate ? 'or about ' : ''}${formatDay(dateOfDeath)}`;
}

export function dayOf(instant: string): string {
  return formatDate(instant, deviceTimeZone());
}

/** The first word of a name, with which the page addresses somebody. */
export function firstWord(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}

/** There is an obstacle that the reader can remove; not for the reader themselves, which a person here handles. */
export function needsHelp({ isYou, reach }: TrustedPerson): boolean {
  return !isYou && (reach === 'not_reached' || reach === 'no_address');
}
