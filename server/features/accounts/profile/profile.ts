import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { ProfileChanges, RegisterForm, User } from '../../../../shared/accounts/accounts.ts';
import type { NotificationChanges } from '../../../../shared/accounts/notifications.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database.ts';
import { AppError, fieldError, requireFound } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import { hashToken } from '../../../platform/random.ts';
import { phoneNumberOf } from '../../../platform/sms/phone-number.ts';
import { enqueueLink, isReserved } from '../../outbox/messages/mails/links/links.ts';
import { record } from '../../system/audit/audit.ts';
import { erasedAfter } from './deletion-grace.ts';
import { keepReplaced } from './earlier-addresses.ts';
import { nextVersion } from './next-version.ts';
import { type UserRow, users } from './profile.table.ts';

export {
  canBePutOff,
  deletionAskedAt,
  erasedAfter,
  isUntoldOfDeletion,
  notBeingDeleted,
  renewGrace,
} from './deletion-grace.ts';
export { earlierAddresses, everyAddressOf, shareMailbox } from './earlier-addresses.ts';
export { greetedAs, namelessStaff } from './greeting.ts';
export { createNameOnlyAccount, isNameOnly } from './name-only-account.ts';
export { matchesPerson } from './profile.table.ts';
export { disownSince, earliestSince, secondEmailBefore } from './undone-addresses.ts';

type Timekeeping = Pick<Services, 'clock'>;
type NewUser = typeof users.$inferInsert;
/** Without a date of birth for staff. */
type NewAccount = Omit<RegisterForm, 'password' | 'dateOfBirth'> & { dateOfBirth: string | null };
type MailServices = Pick<Services, 'clock' | 'jobs' | 'appSecret'>;

const verifyLinkMinutes = 3 * 24 * 60;

/** The account as its owner sees it. The response schema `User` drops all columns that it does not list. */
export function toUser(services: Pick<Services, 'clock' | 'config'>, row: UserRow): z.output<typeof User> {
  const { profilePicture: picture, pendingEmail, pendingEmailUntil } = row;
  return {
    ...row,
    profilePicture: picture && `/api/user/profile-picture?v=${pictureVersion(picture)}`,
    emailVerified: isEmailVerified(services, row),
    pendingEmail: isPending(services, pendingEmailUntil) ? pendingEmail : null,
    twoFactorEnabled: row.twoFactorSince !== null,
    erasedAfter: erasedAfter(row),
  };
}

/** The second address that the owner entered, until its link is opened or has expired. */
export function pendingSecondEmailOf(
  services: Timekeeping,
  { pendingSecondEmail, pendingSecondEmailUntil }: UserRow,
): string | null {
  return isPending(services, pendingSecondEmailUntil) ? pendingSecondEmail : null;
}

function isPending({ clock }: Timekeeping, until: Date | null): boolean {
  return until !== null && until > clock.now();
}

/** Without a mail server nobody can confirm an address, so each counts as verified. */
export function isEmailVerified(
  { config }: Pick<Services, 'config'>,
  { emailVerifiedAt }: Pick<UserRow, 'emailVerifiedAt'>,
): boolean {
  return emailVerifiedAt !== null || config.mail.kind === 'mailbox';
}

/** Does what had to wait until we knew that the address is the owner's; passed in by app.ts. */
export type AfterVerification = (tx: Tx, services: Services, userId: string) => Promise<void>;

/** Changes whenever the picture does, without revealing where it is stored. */
export function pictureVersion(storageKey: string): string {
  return hashToken(storageKey).slice(0, 12);
}

/**
 * Creates a free account and sends a link to confirm its address; the chosen plan is stored until it is paid
 * for. 409 if the address is taken, in any spelling, even by somebody registering at the same moment.
 */
export async function createAccount(
  tx: Tx,
  services: MailServices,
  form: NewAccount,
  passwordHash: string,
): Promise<UserRow> {
  const now = services.clock.now();
  if (await isReserved(tx, now, form.email)) throw emailTaken();
  const [user] = await tx
    .insert(users)
    .values({ ...columnsOf(form), password: passwordHash, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning();
  if (!user) throw emailTaken();
  await record(tx, now, {
    action: 'account.registered',
    actor: user.id,
    userId: user.id,
    subjectId: user.id,
  });
  await sendVerificationLater(tx, services, user);
  return user;
}

/** Names a column for every field of the form, so that none is left out by mistake. */
function columnsOf({ timezone, subscriptionPlan, ...form }: NewAccount) {
  const profile: Required<Pick<NewUser, keyof typeof form>> = {
    email: form.email,
    firstName: form.firstName,
    lastName: form.lastName,
    phone: phoneNumberOf(form.phone),
    address: form.address || null,
    dateOfBirth: form.dateOfBirth,
  };
  return {
    ...profile,
    ...(timezone && { timezone }),
    requestedPlan: subscriptionPlan === 'free' ? null : subscriptionPlan,
  };
}

/** Sends a link that verifies the account's address when it is opened. */
export function sendVerificationLater(tx: Tx, services: MailServices, owner: UserRow): Promise<void> {
  return enqueueLink(tx, services, {
    kind: 'verify-email',
    userId: owner.id,
    toAddress: owner.email,
    validMinutes: verifyLinkMinutes,
  });
}

type ProfileColumns = Omit<ProfileChanges, 'email' | 'currentPassword' | 'code' | 'version'>;

/** Changes only what was sent; an empty phone or address is removed. */
export function changeProfile(
  tx: Tx,
  services: Timekeeping,
  userId: string,
  { phone, address, ...changes }: ProfileColumns,
): Promise<UserRow> {
  // A field without a column of the same name would not be saved, so it does not compile here.
  const columns: Partial<Pick<Changes, keyof typeof changes>> = changes;
  return updateUser(tx, services, userId, {
    ...columns,
    ...(phone !== undefined && { phone: phone || null }),
    ...(address !== undefined && { address: address || null }),
  });
}

/** 400 on `smsNotifications` if text messages are switched on without a phone number to send them to. */
export function changeNotifications(
  tx: Tx,
  services: Timekeeping,
  owner: UserRow,
  changes: z.output<typeof NotificationChanges>,
): Promise<UserRow> {
  if (changes.smsNotifications && !owner.phone)
    throw fieldError(
      'smsNotifications',
      'Text messages need a phone number, and there is none in your profile yet. Please add yours there first.',
    );
  return updateUser(tx, services, owner.id, changes);
}

type Changes = PgUpdateSetSource<typeof users>;

/** Saves `changes`, keeps the addresses that they replace, and notifies the owner's open pages. Undefined fields stay as they are. */
export async function updateUser(
  tx: Tx,
  { clock }: Timekeeping,
  userId: string,
  changes: Changes,
): Promise<UserRow> {
  const now = clock.now();
  await keepReplaced(tx, now, userId, changes);
  const [user] = await tx
    .update(users)
    .set({ ...changes, ...nextVersion(changes), updatedAt: now })
    .where(eq(users.id, userId))
    .returning();
  await announce(tx, userId, ['profile']);
  return requireFound(user);
}

/** The statement that records when the owner signed in with their password. Returns the account's id, or nothing if none matches. */
export function markSignIn(db: Queryable, at: Date | SQL, account: SQL | undefined) {
  return db.update(users).set({ lastSignInAt: at }).where(account).returning({ id: users.id });
}

/** Replaces the password hash; returns undefined if it has changed since the account was loaded. */
export async function replacePasswordHash(
  db: Queryable,
  { id, password }: UserRow,
  passwordHash: string,
): Promise<UserRow | undefined> {
  const [changed] = await db
    .update(users)
    .set({ password: passwordHash })
    .where(and(eq(users.id, id), eq(users.password, password)))
    .returning();
  return changed;
}

/**
 * Marks an account as being erased if it meets `condition`. The lock waits for a restore in progress, and for anything else that is
 * being written about this owner: `condition` sees it, also in other tables.
 */
export function markErasureBegun(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: string,
  condition: SQL,
): Promise<UserRow | undefined> {
  return inTransaction(db, async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    const [owner] = await tx
      .update(users)
      .set({ erasureBegunAt: sql`coalesce(${users.erasureBegunAt}, ${clock.databaseNow()})` })
      .where(and(eq(users.id, userId), condition))
      .returning();
    return owner;
  });
}

/** Deletes an account with all its rows if its row meets `condition` within the same statement; false otherwise. */
export async function deleteAccount(tx: Tx, userId: string, condition: SQL): Promise<boolean> {
  const deleted = await tx
    .delete(users)
    .where(and(eq(users.id, userId), condition))
    .returning({ id: users.id });
  return deleted.length > 0;
}

/** 403, with whom to ask, if staff have suspended this owner. Call it for somebody whose password was right. */
export function requireNotSuspended(
  { config }: Pick<Services, 'config'>,
  { suspendedAt }: Pick<UserRow, 'suspendedAt'>,
): void {
  if (!suspendedAt) return;
  throw new AppError(
    'forbidden',
    `Signing in to this account has been paused by our staff. Nothing was deleted, and what you have scheduled is still delivered. Please write to ${config.supportEmail}.`,
  );
}

/** The addresses that notices about the account go to. */
export function ownAddresses({ email, secondEmail }: Pick<UserRow, 'email' | 'secondEmail'>): string[] {
  return secondEmail === null ? [email] : [email, secondEmail];
}

/** Drops every change of address that is still pending. */
export const noPendingEmails = {
  pendingEmail: null,
  pendingEmailUntil: null,
  pendingSecondEmail: null,
  pendingSecondEmailUntil: null,
};

/** Lets the owner sign in again. */
export const notSuspended = { suspendedAt: null, suspendedBy: null, suspensionReason: null };

export function emailTaken(): AppError {
  const message = 'An account with this email already exists';
  return new AppError('conflict', message, { fields: { email: message } });
}

/**
 * Locks the account and returns its current row. Limits are checked under this lock, one creation at a time;
 * rows that only refer to the account can still be written. 404 if there is no such account.
 */
export async function lockOwner(tx: Tx, userId: string): Promise<UserRow> {
  const [owner] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  return requireFound(owner, 'This account');
}
