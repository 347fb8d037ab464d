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

/** The first word of a name, by which the page speaks to somebody. */
export function firstWord(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}

/** Something stands in the way that the reader can put right: not for themselves, for whom a person here does it. */
export function needsHelp({ isYou, reach }: TrustedPerson): boolean {
  return !isYou && (reach === 'not_reached' || reach === 'no_address');
}
