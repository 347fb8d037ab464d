import type { z } from 'zod';
import { ProfileChanges, type User } from '../../../../../shared/accounts/accounts.ts';
import { formatDay } from '../../../../../shared/dates.ts';
import { defaultTimeZone, timeZoneLabel } from '../../../../../shared/time-zones.ts';
import { firstMessages } from '../../../../lib/check-form.ts';
import { NeededCode } from '../../auth/security/security.ts';

export interface ProfileValues {
  firstName: string;
  lastName: string;
  email: string;
  currentPassword: string;
  code: string;
  phone: string;
  address: string;
  dateOfBirth: string;
  timezone: string;
}

export const profileFieldNames = [
  'firstName',
  'lastName',
  'email',
  'currentPassword',
  'code',
  'phone',
  'address',
  'dateOfBirth',
  'timezone',
] as const;

/** The labels used in the form. */
export const profileLabels = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  dateOfBirth: 'Date of birth',
  timezone: 'Time zone',
} as const;

/** The profile in words, for a person who has to choose between two versions. */
export function describeProfile(
  values: ProfileValues,
  user: User | null,
): Record<keyof typeof profileLabels, string> {
  const { firstName, lastName, email, phone, address, dateOfBirth, timezone } = values;
  const pending = user?.pendingEmail;
  return {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    email: pending ? `${pending}, which waits to be confirmed` : email.trim(),
    phone: phone.trim(),
    address: address.trim(),
    dateOfBirth: dateOfBirth && formatDay(dateOfBirth),
    timezone: timeZoneLabel(timezone),
  };
}

export function toProfileValues(user: User): ProfileValues {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    currentPassword: '',
    code: '',
    phone: user.phone ?? '',
    address: user.address ?? '',
    dateOfBirth: user.dateOfBirth ?? '',
    timezone: user.timezone || defaultTimeZone,
  };
}

/** Only a new address requires the password and, with two-factor sign-in, a code. */
export function isNewEmail(email: string, current: string): boolean {
  return email.trim() !== current;
}

type Present = Pick<User, 'email' | 'twoFactorEnabled' | 'dateOfBirth' | 'version'>;

/**
 * The request body, from what was typed over `present`. The password and code are included only if the email
 * has changed, and the date of birth only if it has: an account without one can be saved.
 */
export function toProfileChanges(
  { email, currentPassword, code, dateOfBirth, ...unconditional }: ProfileValues,
  present: Present,
): z.input<typeof ProfileChanges> {
  const isCorrected = dateOfBirth !== (present.dateOfBirth ?? '');
  const { version } = present;
  const rest = { ...unconditional, version, ...(isCorrected && { dateOfBirth }) };
  if (!isNewEmail(email, present.email)) return rest;
  return { ...rest, email: email.trim(), currentPassword, ...(present.twoFactorEnabled && { code }) };
}

export function checkProfile(values: ProfileValues, present: Present): Record<string, string> {
  const changes = toProfileChanges(values, present);
  const rules = changes.code === undefined ? ProfileChanges : ProfileChanges.extend({ code: NeededCode });
  return firstMessages(rules.safeParse(changes));
}
