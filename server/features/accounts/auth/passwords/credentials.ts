import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { LoginForm } from '../../../../../shared/accounts/sign-in.ts';
import type { Services } from '../../../../platform/context.ts';
import { preparedOnce, type Tx } from '../../../../platform/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { hashPassword, isWeakHash, verifyPassword } from '../../../../platform/passwords.ts';
import { type UserRow, users } from '../../profile/profile.table.ts';
import { replacePasswordHash, requireNotSuspended } from '../../profile/profile.ts';

const accountByEmail = preparedOnce((db) =>
  db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql`lower(${sql.placeholder('email')})`))
    .prepare('account_by_email'),
);

/**
 * The account with these credentials. If they are wrong, or the account is being erased, 401 in the same words and after the
 * same work whether or not it exists; 403 if its owner has died or staff have suspended it. `beside` runs in parallel with
 * that work: its result is `meanwhile`, and what it throws is thrown. Replaces a password hash that has outdated parameters.
 */
export async function checkCredentials<Meanwhile>(
  services: Pick<Services, 'db' | 'config'>,
  { email, password }: z.output<typeof LoginForm>,
  beside: (account: UserRow | undefined) => Promise<Meanwhile>,
): Promise<{ checked: UserRow; meanwhile: Meanwhile }> {
  const { db } = services;
  const [user] = await accountByEmail(db).execute({ email });
  const [matches, meanwhile] = await Promise.all([verifyPassword(user?.password, password), beside(user)]);
  if (!user || !matches) throw wrongCredentials();
  requireNoMemorial(user);
  requireNotSuspended(services, user);
  if (user.erasureBegunAt) throw wrongCredentials();
  if (!isWeakHash(user.password)) return { checked: user, meanwhile };
  // Changed meanwhile, by another sign-in or by the owner: check against the hash that is stored now.
  const stronger = await replacePasswordHash(db, user, await hashPassword(password));
  if (stronger) return { checked: stronger, meanwhile };
  return checkCredentials(services, { email, password }, async () => meanwhile);
}

/**
 * The account whose password was checked, locked until `tx` ends. 401 as for a wrong password if its password or
 * address has changed meanwhile: that signed everybody out, including people who are just signing in. 403 as above.
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

/** Only revealed to somebody who knows the password. */
function requireNoMemorial({ memorialisedAt }: UserRow): void {
  if (memorialisedAt) throw new AppError('forbidden', 'This account has been memorialised');
}

function wrongCredentials(): AppError {
  return new AppError('not_signed_in', 'Invalid email or password');
}
