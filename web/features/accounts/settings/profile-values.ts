import type { z } from 'zod';
import type { User } from '../../../../shared/accounts/accounts.ts';
import { ProfileChanges } from '../../../../shared/accounts/accounts.ts';
import { firstMessages } from '../../../lib/first-messages.ts';
import { defaultTimeZone } from '../../../lib/time-zones.ts';

/** The form as it is typed. */
export interface ProfileValues {
  firstName: string;
  lastName: string;
  email: string;
  currentPassword: string;
  phone: string;
  address: string;
  timezone: string;
}

export const profileFieldNames = [
  'firstName',
  'lastName',
  'email',
  'currentPassword',
  'phone',
  'address',
  'timezone',
] as const;

export function toProfileValues(user: User): ProfileValues {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    currentPassword: '',
    phone: user.phone ?? '',
    address: user.address ?? '',
    timezone: user.timezone || defaultTimeZone,
  };
}

/** Is another address typed than the present one? Only then is the password asked for. */
export function isOtherEmail(email: string, present: string): boolean {
  return email.trim() !== present;
}

/** What is sent: address and password go together, and only where the address is another. */
export function toProfileChanges(
  { email, currentPassword, ...rest }: ProfileValues,
  presentEmail: string,
): z.input<typeof ProfileChanges> {
  return isOtherEmail(email, presentEmail) ? { ...rest, email: email.trim(), currentPassword } : rest;
}

export function checkProfile(values: ProfileValues, presentEmail: string): Record<string, string> {
  return firstMessages(ProfileChanges.safeParse(toProfileChanges(values, presentEmail)));
}
