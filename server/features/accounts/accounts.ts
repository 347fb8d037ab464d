import { eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type {
  LoginForm,
  NotificationChanges,
  ProfileChanges,
  RegisterForm,
  User,
} from '../../../shared/accounts.ts';
import type { Services } from '../../platform/context.ts';
import {
  type Database,
  inTransaction,
  isUniqueViolation,
  type Queryable,
  type Tx,
} from '../../platform/database.ts';
import { AppError, fieldError, found } from '../../platform/errors.ts';
import { announce } from '../../platform/events.ts';
import { hashToken } from '../../platform/random.ts';
import { record } from '../audit/audit.ts';
import { type UserRow, users } from './accounts.table.ts';
import { isGuessable } from './guessable-passwords.ts';
import { hashPassword, isWeakHash, verifyPassword } from './passwords.ts';

type Timekeeping = Pick<Services, 'clock'>;

const guessablePassword =
  'This password is too easy to guess. Please choose one without common words or your own name.';

/** The record as its owner sees it. Columns that are not in the schema `User` are left out by the answer. */
export function toUser(row: UserRow): z.output<typeof User> {
  const picture = row.profilePicture;
  return { ...row, profilePicture: picture && `/api/user/profile-picture?v=${pictureVersion(picture)}` };
}

/** Differs whenever the picture does; tells nothing of where it is stored. */
export function pictureVersion(storageKey: string): string {
  return hashToken(storageKey).slice(0, 12);
}

/** The hash to store for a new account. 400 on `password` when it is a common one or made of the person's own name. */
export async function hashNewPassword(
  form: Pick<RegisterForm, 'password' | 'firstName' | 'lastName' | 'email'>,
): Promise<string> {
  if (isGuessable(form.password, form)) throw fieldError('password', guessablePassword);
  return hashPassword(form.password);
}

/**
 * Makes a free account; the plan asked for is remembered until it is paid. 409 when the address is taken in any
 * spelling, also by somebody registering at the same moment.
 */
export async function createAccount(
  tx: Tx,
  { clock }: Timekeeping,
  form: RegisterForm,
  passwordHash: string,
): Promise<UserRow> {
  const now = clock.now();
  const [user] = await tx
    .insert(users)
    .values({
      email: form.email,
      password: passwordHash,
      firstName: form.firstName,
      lastName: form.lastName,
      phone: form.phone || null,
      address: form.address || null,
      dateOfBirth: form.dateOfBirth,
      ...(form.timezone && { timezone: form.timezone }),
      requestedPlan: form.subscriptionPlan === 'free' ? null : form.subscriptionPlan,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning();
  if (!user) throw emailTaken();
  await record(tx, now, {
    action: 'account.registered',
    actor: user.id,
    userId: user.id,
    subjectId: user.id,
  });
  return user;
}

/**
 * The account of this pair. 401 in the same words and after the same work whether or not there is such an account.
 * A password stored with less work than today's is stored anew.
 */
export async function checkCredentials(
  db: Queryable,
  { email, password }: z.output<typeof LoginForm>,
): Promise<UserRow> {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql`lower(${email})`));
  const matches = await verifyPassword(user?.password, password);
  if (!user || !matches) throw new AppError('not_signed_in', 'Invalid email or password');
  if (isWeakHash(user.password)) await strengthenPassword(db, user, password);
  return user;
}

/** Leaves a password alone that was changed meanwhile. */
async function strengthenPassword(db: Queryable, user: UserRow, password: string): Promise<void> {
  const unchanged = sql`${users.id} = ${user.id} and ${users.password} = ${user.password}`;
  await db
    .update(users)
    .set({ password: await hashPassword(password) })
    .where(unchanged);
}

/** Changes what was sent and nothing else; an empty phone or address is removed. 409 when the address is taken. */
export async function changeProfile(
  db: Database,
  services: Timekeeping,
  owner: UserRow,
  changes: ProfileChanges,
): Promise<UserRow> {
  const { phone, address, ...rest } = changes;
  try {
    return await updateUser(db, services, owner.id, {
      ...rest,
      ...(phone !== undefined && { phone: phone || null }),
      ...(address !== undefined && { address: address || null }),
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
}

export function changeNotifications(
  db: Database,
  services: Timekeeping,
  owner: UserRow,
  changes: z.output<typeof NotificationChanges>,
): Promise<UserRow> {
  return updateUser(db, services, owner.id, changes);
}

type Changes = PgUpdateSetSource<typeof users>;

function updateUser(
  db: Database,
  { clock }: Timekeeping,
  userId: string,
  changes: Changes,
): Promise<UserRow> {
  return inTransaction(db, async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ ...changes, updatedAt: clock.now() })
      .where(eq(users.id, userId))
      .returning();
    await announce(tx, userId, ['profile']);
    return found(user);
  });
}

function emailTaken(): AppError {
  const message = 'An account with this email already exists';
  return new AppError('conflict', message, { fields: { email: message } });
}
