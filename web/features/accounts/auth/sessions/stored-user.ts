import type { User } from '../../../../../shared/accounts/accounts.ts';
import type { PlanKey } from '../../../../../shared/plans.ts';

/** The part of the signed-in user that the browser stores, under `auth_user`. */
export interface SessionUser {
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  address: string | null;
  /** URL of the picture; the picture itself is never stored here. */
  profilePicture: string | null;
  subscriptionPlan: PlanKey;
  /** IANA name; null until the profile has been read. */
  timezone: string | null;
  /** While false, nothing can be scheduled. */
  emailVerified: boolean;
  /** When the account will be erased, if its owner requested that. */
  erasedAfter: string | null;
}

export function storedUserText(user: User | SessionUser): string {
  return JSON.stringify(toSessionUser({ ...user }));
}

/** Returns null if the text cannot be parsed. */
export function parseStoredUser(text: string): SessionUser | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? toSessionUser({ ...parsed }) : null;
  } catch {
    return null;
  }
}

function toSessionUser(fields: Record<string, unknown>): SessionUser | null {
  const { firstName, lastName, email, profilePicture, subscriptionPlan } = fields;
  if (typeof firstName !== 'string' || typeof lastName !== 'string' || typeof email !== 'string') return null;
  const picture = textOrNull(profilePicture);
  return {
    firstName,
    lastName,
    email,
    phone: textOrNull(fields['phone']),
    address: textOrNull(fields['address']),
    profilePicture: picture?.startsWith('data:') ? null : picture,
    subscriptionPlan:
      subscriptionPlan === 'basic' || subscriptionPlan === 'premium' ? subscriptionPlan : 'free',
    timezone: textOrNull(fields['timezone']),
    emailVerified: fields['emailVerified'] !== false,
    erasedAfter: textOrNull(fields['erasedAfter']),
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
