import { z } from 'zod';
import { personName } from '../person-names.ts';
import { planKeys } from '../plans.ts';
import {
  CalendarDay,
  EmailAddress,
  Id,
  Instant,
  isPlausibleBirthday,
  optionalLine,
  plainText,
  SentVersion,
  TimeZone,
} from '../values.ts';
import { NotificationPreferences } from './notifications.ts';
import { passwordMaxCharacters, passwordRules } from './password-rules.ts';

export const profilePictureMaxBytes = 5 * 1024 * 1024;

export const Password = plainText(passwordMaxCharacters).superRefine((text, context) => {
  for (const rule of passwordRules) {
    if (!rule.holds(text)) context.addIssue({ code: 'custom', message: rule.message });
  }
});

export const PlanKey = z.enum(planKeys, 'Please select a subscription plan');

const firstName = personName(100, 'First name must be at least 2 characters', 2);
const lastName = personName(100, 'Last name must be at least 2 characters', 2);

const DateOfBirth = z
  .string('Date of birth is required')
  .min(1, 'Date of birth is required')
  .pipe(z.iso.date('Please enter a valid date of birth'))
  .refine(isPlausibleBirthday, 'Please enter a valid date of birth');

export const RegisterForm = z.object({
  firstName,
  lastName,
  email: EmailAddress,
  phone: optionalLine(40),
  address: optionalLine(500),
  dateOfBirth: DateOfBirth,
  subscriptionPlan: PlanKey.default('free'),
  password: Password,
  /** The browser's IANA time zone; without it the account gets the default one. */
  timezone: TimeZone.optional(),
});
export type RegisterForm = z.output<typeof RegisterForm>;

/** A password that was set earlier, perhaps under different rules. */
export const PresentPassword = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(1024, 'Password is required');

/** A code from the authenticator app, or a recovery code. Required if two-factor sign-in is on. */
export const CodeIfOn = z.string().trim().max(40).optional();

export const ProfileChanges = z.object({
  firstName: firstName.optional(),
  lastName: lastName.optional(),
  /** A new address takes effect once the link sent to it is opened. */
  email: EmailAddress.optional(),
  /** Required when the email address changes. */
  currentPassword: PresentPassword.optional(),
  /** Also required, if two-factor sign-in is on. */
  code: CodeIfOn,
  phone: optionalLine(40),
  address: optionalLine(500),
  dateOfBirth: DateOfBirth.optional(),
  timezone: TimeZone.optional(),
  version: SentVersion,
});
export type ProfileChanges = z.output<typeof ProfileChanges>;

export const User = z.object({
  id: Id,
  /** Incremented with each change of something that `ProfileChanges` can change. */
  version: z.number().int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The address is known to be theirs. Always true if no mail server is configured. */
  emailVerified: z.boolean(),
  /** The new email address, until it is confirmed. */
  pendingEmail: z.string().nullable(),
  twoFactorEnabled: z.boolean(),
  /** When the account will be erased, if its owner requested that. Until then it can be restored. */
  erasedAfter: Instant.nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  dateOfBirth: CalendarDay.nullable(),
  /** A URL of this service. */
  profilePicture: z.string().nullable(),
  subscriptionPlan: PlanKey,
  /** The plan chosen at sign-up, until it is paid for. */
  requestedPlan: PlanKey.nullable(),
  subscriptionStatus: z.string(),
  /** When the current paid plan began; null without one. */
  subscriptionStartDate: Instant.nullable(),
  /** Null for an account that never paid. */
  paidThrough: Instant.nullable(),
  timezone: z.string(),
  isAdmin: z.boolean(),
  ...NotificationPreferences.shape,
  createdAt: Instant,
});
export type User = z.input<typeof User>;

export const ProfilePictureForm = z.object({ profilePicture: z.string() });
