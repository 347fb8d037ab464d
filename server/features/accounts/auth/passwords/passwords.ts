import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { LoginForm } from '../../../../../shared/accounts/accounts.ts';
import { passwordResetMinutes } from '../../../../../shared/accounts/passwords.ts';
import type { Services } from '../../../../platform/context.ts';
import { preparedOnce, type Tx } from '../../../../platform/database.ts';
import { AppError, fieldError } from '../../../../platform/errors.ts';
import { hashPassword, isWeakHash, verifyPassword } from '../../../../platform/passwords.ts';
import { enqueueLink, renewLinks } from '../../../outbox/mails/links/links.ts';
import { type UserRow, users } from '../../profile/profile.table.ts';
import {
  erasedAfter,
  noPendingEmails,
  replacePasswordHash,
  requireNotSuspended,
  updateUser,
} from '../../profile/profile.ts';
import { attemptsOfOwner, closeSessions } from '../sessions/sessions.ts';
import { findWeakness, type OwnWords, type Weakness } from './guessable-passwords.ts';

type MailServices = Pick<Services, 'clock' | 'jobs' | 'appSecret'>;

const reasons: Record<Weakness, string> = {
  'own words': 'it contains your name, your email address or our name',
  repeated: 'it repeats itself',
  'row of keys': 'its keys are next to each other',
  common: 'it is close to one that many people use',
};

/** Why the password of somebody with these names is too easy to guess, as a sentence; null when it is not. */
export async function passwordHint(
  password: string,
  { firstName, lastName, email }: OwnWords,
): Promise<string | null> {
  const weakness = await findWeakness({ password, own: { firstName, lastName, email } });
  if (weakness === null) return null;
  return `This password is too easy to guess: ${reasons[weakness]}. Please add a word or two that nobody would expect.`;
}

/** The hash to store for a new password. 400 on `field` when it is easy to guess. */
export async function hashNewPassword(
  password: string,
  person: OwnWords,
  field = 'password',
): Promise<string> {
  const hint = await passwordHint(password, person);
  if (hint) throw fieldError(field, hint);
  return hashPassword(password);
}

/** Entering the password again in a session, on whatever page: somebody at a stolen session might guess it. */
export const passwordAttempts = attemptsOfOwner('password', 10);

/** 400 on `field` unless this is the account's password. */
export async function requirePassword(owner: UserRow, password: string, field = 'password'): Promise<void> {
  if (await verifyPassword(owner.password, password)) return;
  throw notYourPassword(field);
}

export function notYourPassword(field: string): AppError {
  return fieldError(field, 'This is not your current password');
}

/** 400 where the password was changed since `checked` was loaded, whose password was checked. */
export function requireSamePassword(checked: UserRow, locked: UserRow): void {
  if (locked.password !== checked.password) throw notYourPassword('password');
}

/**
 * Stores a new password, and revokes whatever somebody who knew the old one could have set up: all sessions, open links, and an
 * address that is still to be confirmed. 409 when the password changed since `owner` was loaded: of two changes at once
 * one succeeds.
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
 * Stores a password that nobody knows, so that only a reset opens the account. Its link goes to the account's address,
 * if that is `toAddress`: the mailbox of whoever asked for it.
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

const accountByEmail = preparedOnce((db) =>
  db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql`lower(${sql.placeholder('email')})`))
    .prepare('account_by_email'),
);

/**
 * The account with these credentials. 401 in the same words and after the same work whether or not there is such an
 * account, and what `beside` throws, which runs beside that work and whose result is `meanwhile`; 403 where its owner has died, or is kept
 * out by staff. A password hashed with outdated parameters is hashed again.
 */
export async function checkCredentials<Meanwhile>(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  { email, password }: z.output<typeof LoginForm>,
  beside: (account: UserRow | undefined) => Promise<Meanwhile>,
): Promise<{ checked: UserRow; meanwhile: Meanwhile }> {
  const { db, clock } = services;
  const [user] = await accountByEmail(db).execute({ email });
  const [matches, meanwhile] = await Promise.all([verifyPassword(user?.password, password), beside(user)]);
  if (!user || !matches) throw wrongCredentials();
  requireNoMemorial(user);
  requireNotSuspended(services, user);
  if (isPastGrace(user, clock.now())) throw wrongCredentials();
  if (!isWeakHash(user.password)) return { checked: user, meanwhile };
  // Changed meanwhile, by another sign-in or by the owner: check against the hash that is stored now.
  const stronger = await replacePasswordHash(db, user, await hashPassword(password));
  if (stronger) return { checked: stronger, meanwhile };
  return checkCredentials(services, { email, password }, async () => meanwhile);
}

/**
 * The account whose password was checked, locked until `tx` ends. 401 as for a wrong password when its password or address
 * changed meanwhile: that signed everybody out, including those who are just signing in. 403 as there.
 */
export async function lockIfUnchanged(
  tx: Tx,
  services: Pick<Services, 'config'>,
  checked: UserRow,
): Promise<UserRow> {
  const [user] = await tx
    .select()
    .from(users)
    .where(
      and(eq(users.id, checked.id), eq(users.password, checked.password), eq(users.email, checked.email)),
    )
    .for('no key update');
  if (!user) throw wrongCredentials();
  requireNoMemorial(user);
  requireNotSuspended(services, user);
  return user;
}

/** Revealed only to somebody who has the password. */
function requireNoMemorial({ memorialisedAt }: UserRow): void {
  if (memorialisedAt) throw new AppError('forbidden', 'This account has been memorialised');
}

function wrongCredentials(): AppError {
  return new AppError('not_signed_in', 'Invalid email or password');
}

/** An account that is about to be erased counts as gone. */
function isPastGrace(user: UserRow, now: Date): boolean {
  const end = erasedAfter(user);
  return end !== null && end <= now;
}
