import { passwordResetMinutes } from '../../../../../shared/accounts/passwords.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { AppError, fieldError } from '../../../../platform/errors.ts';
import { hashPassword, verifyPassword } from '../../../../platform/passwords.ts';
import { enqueueLink, renewLinks } from '../../../outbox/messages/mails/links/links.ts';
import type { UserRow } from '../../profile/profile.table.ts';
import { noPendingEmails, replacePasswordHash, updateUser } from '../../profile/profile.ts';
import { attemptsOfOwner, closeSessions } from '../sessions/sessions.ts';
import { findWeakness, type OwnWords, type Weakness } from './guessable-passwords.ts';

type MailServices = Pick<Services, 'clock' | 'jobs' | 'appSecret'>;

const reasons: Record<Weakness, string> = {
  'own words': 'it contains your name, your email address or our name',
  repeated: 'it repeats itself',
  'row of keys': 'its keys are next to each other',
  common: 'it is close to one that many people use',
};

/** A sentence on why the password of somebody with these names is too easy to guess; null if it is not. */
export async function passwordHint(
  password: string,
  { firstName, lastName, email }: OwnWords,
): Promise<string | null> {
  const weakness = await findWeakness({ password, own: { firstName, lastName, email } });
  if (weakness === null) return null;
  return `This password is too easy to guess: ${reasons[weakness]}. Please add a word or two that nobody would expect.`;
}

/** The hash to store for a new password. 400 on `field` if it is easy to guess. */
export async function hashNewPassword(
  password: string,
  person: OwnWords,
  field = 'password',
): Promise<string> {
  const hint = await passwordHint(password, person);
  if (hint) throw fieldError(field, hint);
  return hashPassword(password);
}

/** Attempts to enter the password again in a session, on any page: somebody in a stolen session might guess it. */
export const passwordAttempts = attemptsOfOwner('password', 10);

/** 400 on `field` unless this is the account's password. */
export async function requirePassword(owner: UserRow, password: string, field = 'password'): Promise<void> {
  if (await verifyPassword(owner.password, password)) return;
  throw notYourPassword(field);
}

export function notYourPassword(field: string): AppError {
  return fieldError(field, 'This is not your current password');
}

/** 400 if the password has changed since `checked` was loaded and its password was checked. */
export function requireSamePassword(checked: UserRow, locked: UserRow): void {
  if (locked.password !== checked.password) throw notYourPassword('password');
}

/**
 * Stores a new password, and revokes everything that somebody who knew the old one could have set up: all
 * sessions, open links, and an address that is not confirmed yet. 409 if the password has changed since
 * `owner` was loaded: of two simultaneous changes, one succeeds.
 */
export async function storePassword(
  tx: Tx,
  services: MailServices,
  owner: UserRow,
  passwordHash: string,
): Promise<UserRow> {
  const changed = await replacePasswordHash(tx, owner, passwordHash);
  if (!changed) throw new AppError('conflict', 'Your password was changed by somebody else just now');
  await renewLinks(tx, services, changed);
  await closeSessions(tx, owner.id);
  return updateUser(tx, services, owner.id, noPendingEmails);
}

/**
 * Stores a password that nobody knows, so that the account can only be opened by a reset. Its link is sent to
 * the account's address if that is `toAddress`, the mailbox of whoever asked for this.
 */
export async function forgetPassword(
  tx: Tx,
  services: MailServices & Pick<Services, 'random'>,
  owner: UserRow,
  toAddress: string,
): Promise<void> {
  const { email } = await storePassword(tx, services, owner, await hashPassword(services.random.token()));
  if (email.toLowerCase() !== toAddress.toLowerCase()) return;
  await enqueueLink(tx, services, {
    kind: 'reset-password',
    userId: owner.id,
    toAddress,
    validMinutes: passwordResetMinutes,
    details: { reason: 'undone' },
  });
}
