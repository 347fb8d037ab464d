import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { StaffMember } from '../../../../../shared/accounts/staff.ts';
import { formatMoment } from '../../../../../shared/dates.ts';
import { advisoryLock } from '../../../../platform/advisory-lock.ts';
import { wholeDaysAfter } from '../../../../platform/clock.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { type UserRow, users } from '../../profile/profile.table.ts';

/** Until `tx` ends, nobody else can grant or withdraw the role. */
export function lockRoles(tx: Tx): Promise<void> {
  return advisoryLock(tx, 'staff roles');
}

/** For this many days after a colleague made somebody staff, their approval does not count where two are needed. */
export const probationDays = 7;

/** From when their approval counts; null for staff appointed by the operator. */
function countsFrom({ staffSince }: UserRow): Date | null {
  return staffSince && wholeDaysAfter(staffSince, probationDays);
}

/** A sentence on why this member cannot approve anything yet; null if they can. */
export function probationObstacle(member: UserRow, now: Date): string | null {
  const from = countsFrom(member);
  if (!from || from <= now) return null;
  return `You became staff a short time ago. You can agree to this from ${formatMoment(from, member.timezone)} on. Ask a colleague.`;
}

/**
 * 409 for somebody who has been staff for less than a week: otherwise a member could make a second account of
 * their own staff, and approve with it. All staff are told of a new colleague, and have this time to ask.
 */
export function requireLongEnough(member: UserRow, now: Date): void {
  const obstacle = probationObstacle(member, now);
  if (obstacle) throw new AppError('conflict', obstacle);
}

export function listStaff(db: Queryable): Promise<UserRow[]> {
  return db.select().from(users).where(eq(users.isAdmin, true)).orderBy(asc(users.lastName), asc(users.id));
}

/** Whose approval counts at `now`: not those whom a colleague made staff within the last days, nor anybody who is leaving or has died. */
export async function listStanding(db: Queryable, now: Date): Promise<Set<string>> {
  const standing = (await listStaff(db)).filter((member) => {
    const from = countsFrom(member);
    return !member.deletionRequestedAt && !member.memorialisedAt && (!from || from <= now);
  });
  return new Set(standing.map(({ id }) => id));
}

export function toStaffMember(row: UserRow): z.output<typeof StaffMember> {
  return { ...row, twoFactorEnabled: row.twoFactorSince !== null };
}

export function notStaff(): AppError {
  return new AppError('forbidden', 'This is for staff');
}
