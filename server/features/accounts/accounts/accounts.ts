import { and, eq, lte } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type {
  NotificationChanges,
  ProfileChanges,
  RegisterForm,
  User,
} from '../../../../shared/accounts/accounts.ts';
import { deletionGraceDays } from '../../../../shared/accounts/deletion-grace.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import { hashToken } from '../../../platform/random.ts';
import { enqueueLink, isReserved } from '../../outbox/mails/mails.ts';
import { record } from '../../system/audit/audit.ts';
import { type UserRow, users } from './accounts.table.ts';

type Timekeeping = Pick<Services, 'clock'>;
type NewUser = typeof users.$inferInsert;
type MailServices = Pick<Services, 'clock' | 'jobs' | 'appSecret'>;

const verifyLinkMinutes = 3 * 24 * 60;

/** The record as its owner sees it. Columns that are not in the schema `User` are left out by the answer. */
export function toUser(services: Pick<Services, 'clock' | 'config'>, row: UserRow): z.output<typeof User> {
  const { profilePicture: picture, pendingEmail, pendingEmailUntil } = row;
  const isPending = pendingEmailUntil !== null && pendingEmailUntil > services.clock.now();
  return {
    ...row,
    profilePicture: picture && `/api/user/profile-picture?v=${pictureVersion(picture)}`,
    emailVerified: isEmailVerified(services, row),
    pendingEmail: isPending ? pendingEmail : null,
    twoFactorEnabled: row.twoFactorSince !== null,
    erasedAfter: erasedAfter(row),
  };
}

/** Where no mail server is configured nobody can be asked, and every address counts as verified. */
export function isEmailVerified(
  { config }: Pick<Services, 'config'>,
  { emailVerifiedAt }: Pick<UserRow, 'emailVerifiedAt'>,
): boolean {
  return emailVerifiedAt !== null || config.mail.kind === 'mailbox';
}

/** When an account whose deletion was asked for will be erased; null for every other. */
export function erasedAfter({ deletionRequestedAt }: Pick<UserRow, 'deletionRequestedAt'>): Date | null {
  return deletionRequestedAt && minutesAfter(deletionRequestedAt, deletionGraceDays * 24 * 60);
}

/** Differs whenever the picture does; tells nothing of where it is stored. */
export function pictureVersion(storageKey: string): string {
  return hashToken(storageKey).slice(0, 12);
}

/**
 * Makes a free account and sends a link to confirm its address; the plan asked for is remembered until it is paid. 409
 * when the address is taken in any spelling, also by somebody registering at the same moment.
 */
export async function createAccount(
  tx: Tx,
  services: MailServices,
  form: RegisterForm,
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
function columnsOf({ timezone, subscriptionPlan, ...form }: Omit<RegisterForm, 'password'>) {
  const profile: Required<Pick<NewUser, keyof typeof form>> = {
    email: form.email,
    firstName: form.firstName,
    lastName: form.lastName,
    phone: form.phone || null,
    address: form.address || null,
    dateOfBirth: form.dateOfBirth,
  };
  return {
    ...profile,
    ...(timezone && { timezone }),
    requestedPlan: subscriptionPlan === 'free' ? null : subscriptionPlan,
  };
}

/** Sends a link that shows that the account's address is its owner's. */
export function sendVerificationLater(tx: Tx, services: MailServices, owner: UserRow): Promise<void> {
  return enqueueLink(tx, services, {
    kind: 'verify-email',
    userId: owner.id,
    toAddress: owner.email,
    validMinutes: verifyLinkMinutes,
  });
}

/** Changes what was sent and nothing else; an empty phone or address is removed. */
export function changeProfile(
  tx: Tx,
  services: Timekeeping,
  userId: string,
  { phone, address, ...changes }: Omit<ProfileChanges, 'email' | 'currentPassword'>,
): Promise<UserRow> {
  return updateUser(tx, services, userId, {
    ...changes,
    ...(phone !== undefined && { phone: phone || null }),
    ...(address !== undefined && { address: address || null }),
  });
}

export function changeNotifications(
  tx: Tx,
  services: Timekeeping,
  userId: string,
  changes: z.output<typeof NotificationChanges>,
): Promise<UserRow> {
  return updateUser(tx, services, userId, changes);
}

type Changes = PgUpdateSetSource<typeof users>;

/** Writes `changes` to the account and tells its pages. What is undefined stays as it is. */
export async function updateUser(
  tx: Tx,
  { clock }: Timekeeping,
  userId: string,
  changes: Changes,
): Promise<UserRow> {
  const [user] = await tx
    .update(users)
    .set({ ...changes, updatedAt: clock.now() })
    .where(eq(users.id, userId))
    .returning();
  await announce(tx, userId, ['profile']);
  return found(user);
}

/**
 * Replaces the stored hash, unless it is another one than `user` was loaded with: of two changes at once one counts, and
 * undefined is the answer to the other. Without `updatedAt` it is the same password, hashed anew.
 */
export async function replacePasswordHash(
  db: Queryable,
  { id, password }: UserRow,
  passwordHash: string,
  updatedAt?: Date,
): Promise<UserRow | undefined> {
  const [changed] = await db
    .update(users)
    .set({ password: passwordHash, ...(updatedAt && { updatedAt }) })
    .where(and(eq(users.id, id), eq(users.password, password)))
    .returning();
  return changed;
}

/** Deletes an account, with all rows that refer to it, if its deletion was requested by `requestedUntil`; false otherwise. */
export async function deleteAccount(tx: Tx, userId: string, requestedUntil: Date): Promise<boolean> {
  const deleted = await tx
    .delete(users)
    .where(and(eq(users.id, userId), lte(users.deletionRequestedAt, requestedUntil)))
    .returning({ id: users.id });
  return deleted.length > 0;
}

export function emailTaken(): AppError {
  const message = 'An account with this email already exists';
  return new AppError('conflict', message, { fields: { email: message } });
}

/**
 * Takes the owner's lock, under which limits are counted one creation at a time, and answers the account as it is now.
 * Rows that only refer to the account are written meanwhile. 404 when there is no such account.
 */
export async function lockOwner(tx: Tx, userId: string): Promise<UserRow> {
  const [owner] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  return found(owner, 'This account');
}
