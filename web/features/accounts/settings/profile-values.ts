import type { z } from 'zod';
import type { User } from '../../../../shared/accounts/accounts.ts';
import { ProfileChanges } from '../../../../shared/accounts/accounts.ts';
import { firstMessages } from '../../../lib/first-messages.ts';
import { defaultTimeZone } from '../../../lib/time-zones.ts';

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

/** Only a new address requires the password. */
export function isNewEmail(email: string, current: string): boolean {
  return email.trim() !== current;
}

/** The request body. Email and password are included only when the email has changed. */
export function toProfileChanges(
  { email, currentPassword, ...rest }: ProfileValues,
  currentEmail: string,
): z.input<typeof ProfileChanges> {
  return isNewEmail(email, currentEmail) ? { ...rest, email: email.trim(), currentPassword } : rest;
}

export function checkProfile(values: ProfileValues, currentEmail: string): Record<string, string> {
  return firstMessages(ProfileChanges.safeParse(toProfileChanges(values, currentEmail)));
}
