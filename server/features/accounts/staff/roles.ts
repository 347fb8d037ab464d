import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { PersonChange, StaffMember } from '../../../../shared/accounts/staff.ts';
import { formatMoment } from '../../../../shared/dates.ts';
import { advisoryLock } from '../../../platform/advisory-lock.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueueMails } from '../../outbox/mails/mails.ts';
import { record } from '../../system/audit/audit.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import { type UserRow, users } from '../accounts/accounts.table.ts';
import { lockOwner, updateUser } from '../accounts/accounts.ts';
import { closeSessions } from '../sessions/sessions.ts';
import { lockUnchanged } from './seen-person.ts';

/** A change of the role, by whom and why. */
interface RoleChange extends PersonChange {
  by: UserRow;
  userId: string;
}

/** Gives the role to somebody and signs them out everywhere. 404, or 409 when they have it, it is oneself, or they are not as `seen`. */
export async function grantStaff(tx: Tx, services: Services, change: RoleChange): Promise<UserRow> {
  const person = await lockForChange(tx, change);
  if (person.deletionRequestedAt) throw new AppError('conflict', 'This account is being deleted');
  if (person.memorialisedAt) throw new AppError('conflict', 'They have died');
  if (person.suspendedAt)
    throw new AppError('conflict', 'Their sign-in is suspended. Let them in again first.');
  if (person.isAdmin) throw new AppError('conflict', 'This person is already staff');
  return setRole(tx, services, change, true);
}

/** Takes the role away and signs the person out everywhere. 404, or 409 in the same cases. */
export async function withdrawStaff(tx: Tx, services: Services, change: RoleChange): Promise<void> {
  const person = await lockForChange(tx, change);
  if (!person.isAdmin) throw new AppError('conflict', 'This person is not staff');
  await setRole(tx, services, change, false);
}

/**
 * One change of roles at a time. The person making it is still staff and not the one concerned, so somebody always remains.
 */
async function lockForChange(tx: Tx, { by, userId, seen }: RoleChange): Promise<UserRow> {
  await lockRoles(tx);
  const present = await lockOwner(tx, by.id);
  if (!present.isAdmin || present.deletionRequestedAt) throw notStaff();
  if (userId === by.id)
    throw new AppError('conflict', 'Nobody changes their own staff role. Ask a colleague.');
  return lockUnchanged(tx, userId, seen);
}

/** Until `tx` ends, nobody else gives the role or takes it away. */
export function lockRoles(tx: Tx): Promise<void> {
  return advisoryLock(tx, 'staff roles');
}

async function setRole(
  tx: Tx,
  services: Services,
  { by, userId, reason }: RoleChange,
  isAdmin: boolean,
): Promise<UserRow> {
  const staffSince = isAdmin ? services.clock.now() : null;
  const changed = await updateUser(tx, services, userId, { isAdmin, staffSince });
  await closeSessions(tx, userId);
  await record(tx, services.clock.now(), {
    action: isAdmin ? 'staff.granted' : 'staff.withdrawn',
    actor: by.id,
    userId,
    subjectId: userId,
    reason,
    before: { isAdmin: !isAdmin },
    after: { isAdmin },
  });
  await enqueueMails(
    tx,
    services,
    (await listStaff(tx)).map((member) => ({
      kind: 'staff-role-changed' as const,
      userId: member.id,
      subjectId: userId,
      details: { change: isAdmin ? 'granted' : 'withdrawn', by: by.id },
    })),
  );
  await announceToStaff(tx);
  return changed;
}

/** For so many days after a colleague made somebody staff their word does not count where two have to agree. */
export const probationDays = 7;

/** From when on it counts; null for whom the operator made staff. */
export function countsFrom({ staffSince }: UserRow): Date | null {
  return staffSince && minutesAfter(staffSince, probationDays * 24 * 60);
}

/** Why this member cannot agree to something yet, in a sentence; null where they can. */
export function probationObstacle(member: UserRow, now: Date): string | null {
  const from = countsFrom(member);
  if (!from || from <= now) return null;
  return `You became staff a short time ago. You can agree to this from ${formatMoment(from, member.timezone)} on. Ask a colleague.`;
}

/**
 * 409 for somebody who has been staff for less than a week: otherwise one member could make a second account of their own staff, and
 * agree with themselves. All staff are told of a new colleague, and have this time to ask.
 */
export function requireLongEnough(member: UserRow, now: Date): void {
  const obstacle = probationObstacle(member, now);
  if (obstacle) throw new AppError('conflict', obstacle);
}

export function listStaff(db: Queryable): Promise<UserRow[]> {
  return db.select().from(users).where(eq(users.isAdmin, true)).orderBy(asc(users.lastName), asc(users.id));
}

export function toStaffMember(row: UserRow): z.output<typeof StaffMember> {
  return { ...row, twoFactorEnabled: row.twoFactorSince !== null };
}

export function notStaff(): AppError {
  return new AppError('forbidden', 'This is for staff');
}
