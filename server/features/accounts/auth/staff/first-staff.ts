import { and, eq, isNull, sql } from 'drizzle-orm';
import { ConfigError } from '../../../../platform/config.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { verifyPassword } from '../../../../platform/passwords.ts';
import { record } from '../../../system/audit/audit.ts';
import { type UserRow, users } from '../../profile/profile.table.ts';
import { createAccount, namelessStaff, notSuspended, updateUser } from '../../profile/profile.ts';
import { hashNewPassword } from '../passwords/passwords.ts';
import { lockRoles } from './roles.ts';
import { setRole } from './set-role.ts';

/**
 * Creates the account that ADMIN_EMAIL and ADMIN_PASSWORD describe, as long as there are no staff. An
 * existing account with this address gets the role only if this is its password, which only its creator
 * knows; otherwise the log says that there are no staff. Throws ConfigError if the password is easy to guess.
 */
export async function createFirstStaff(services: Services): Promise<void> {
  const { config, db, log } = services;
  if (!config.admin || (await isAnybodyStaff(db))) return;
  const { email, password } = config.admin;
  const passwordHash = await hashOf(password, email);
  const isSomebodyStaff = await inTransaction(db, async (tx) => {
    await lockRoles(tx);
    if (await isAnybodyStaff(tx)) return true;
    const known = await findByEmail(tx, email);
    if (known && !(await isTheirs(known, password))) return false;
    const form = { ...namelessStaff, email, dateOfBirth: null, subscriptionPlan: 'free' as const };
    const { id } = known ?? (await createAccount(tx, services, form, passwordHash));
    await updateUser(tx, services, id, { isAdmin: true, ...notSuspended });
    const reason = 'ADMIN_EMAIL, while nobody was staff';
    await record(tx, services.clock.now(), {
      action: 'staff.granted',
      actor: 'system',
      userId: id,
      subjectId: id,
      reason,
      before: { isAdmin: false },
      after: { isAdmin: true },
    });
    return true;
  });
  if (!isSomebodyStaff)
    log.error(
      'ADMIN_EMAIL: an account with this address has another password than ADMIN_PASSWORD, so nobody is staff; name another address, or its password',
    );
}

/** Withdraws the role by the operator's command. 404; 409 if this person is not staff. */
export function withdrawByOperator(
  services: Services,
  { email, reason }: { email: string; reason: string },
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    await lockRoles(tx);
    const known = await findByEmail(tx, email);
    const { id: userId, isAdmin } = requireFound(known, 'This account');
    if (!isAdmin) throw new AppError('conflict', 'This person is not staff');
    const now = await readDatabaseTime(tx, services.clock);
    await setRole(tx, services, now, { userId, isAdmin: false, by: 'system', reason });
  });
}

async function hashOf(password: string, email: string): Promise<string> {
  try {
    return await hashNewPassword(password, { ...namelessStaff, email });
  } catch (error) {
    if (error instanceof AppError) throw new ConfigError([`ADMIN_PASSWORD: ${error.message}`]);
    throw error;
  }
}

async function isTheirs(user: UserRow, password: string): Promise<boolean> {
  return !user.deletionRequestedAt && !user.memorialisedAt && (await verifyPassword(user.password, password));
}

async function findByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
  const [user] = await tx
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
    .for('no key update');
  return user;
}

/** Whoever is deleting their account or has died keeps the role, and is no longer there. */
async function isAnybodyStaff(db: Queryable): Promise<boolean> {
  const { isAdmin, deletionRequestedAt, memorialisedAt } = users;
  const isThere = and(eq(isAdmin, true), isNull(deletionRequestedAt), isNull(memorialisedAt));
  return (await db.$count(users, isThere)) > 0;
}
