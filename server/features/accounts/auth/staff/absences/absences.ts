import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { minutesAfter } from '../../../../../platform/clock.ts';
import type { Services } from '../../../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../../../platform/database.ts';
import { readAgreedNow } from '../../../../../platform/database-time.ts';
import { deriveId } from '../../../../../platform/ids.ts';
import { type AuditAction, record } from '../../../../system/audit/audit.ts';
import { users } from '../../../profile/profile.table.ts';
import { tellStaffOfAbsence, tellSuccessors } from './absences.mails.ts';
import { type StaffAbsenceRow, staffAbsences } from './absences.table.ts';

const dayMinutes = 24 * 60;

/** SQL on a row of `users`: a member of staff who can sign in. */
const isHere: SQL = sql`(${users.isAdmin} and ${users.memorialisedAt} is null and ${users.suspendedAt} is null
  and ${users.deletionRequestedAt} is null)`;

/** When a member of staff last signed in or became staff; null if there are no staff. */
async function lastSeenOf(db: Queryable): Promise<Date | null> {
  const { lastSignInAt, staffSince, createdAt } = users;
  const seen = sql<string | null>`max(greatest(${lastSignInAt}, ${staffSince}, ${createdAt}))`;
  const [row] = await db.select({ seen }).from(users).where(isHere);
  return row?.seen ? new Date(row.seen) : null;
}

/** Whether the successors were told, and no member of staff has signed in since, or none is left. */
export async function isStaffAbsent(db: Queryable): Promise<boolean> {
  const { since, toldAt, endedAt } = staffAbsences;
  const [open] = await db
    .select({ since })
    .from(staffAbsences)
    .where(and(isNull(endedAt), isNotNull(toldAt)));
  if (!open) return false;
  const seen = await lastSeenOf(db);
  return seen === null || seen <= open.since;
}

/**
 * Warns staff after half of the days without a sign-in, and tells the successors after all of them, each once. The second half begins with
 * the warning, so that an outage of ours does not alert them at once. A sign-in ends the absence. Where nobody is left of the staff, the
 * absence begins when that is noticed. Does nothing without successors.
 */
export async function watchStaff(services: Services): Promise<void> {
  const { db, clock, config } = services;
  const now = await readAgreedNow(db, clock);
  if (!now || config.successors.addresses.length === 0) return;
  const halfMinutes = (config.successors.days * dayMinutes) / 2;
  await inTransaction(db, async (tx) => {
    const [open] = await tx.select().from(staffAbsences).where(isNull(staffAbsences.endedAt)).for('update');
    const seen = await lastSeenOf(tx);
    if (open && seen && seen > open.since) return end(tx, services, open, now);
    if (!open && (!seen || minutesAfter(seen, halfMinutes) <= now))
      return warn(tx, services, seen ?? now, now);
    if (open && !open.toldAt && minutesAfter(open.warnedAt, halfMinutes) <= now)
      return tell(tx, services, open, now);
  });
}

/** Its id is derived from the last sign-in, so that a restored backup does not warn anybody again. */
async function warn(tx: Tx, services: Services, since: Date, now: Date): Promise<void> {
  const id = deriveId(`staff-absence:${since.toISOString()}`);
  await tx.insert(staffAbsences).values({ id, since, warnedAt: now });
  const staff = await tx.select().from(users).where(isHere);
  await tellStaffOfAbsence(tx, services, id, staff, now);
  await note(tx, now, 'staff.absence-warned', id);
}

async function tell(tx: Tx, services: Services, { id }: StaffAbsenceRow, now: Date): Promise<void> {
  await tx.update(staffAbsences).set({ toldAt: now }).where(eq(staffAbsences.id, id));
  await tellSuccessors(tx, services, id, 'successor-told', now);
  await note(tx, now, 'staff.absence-told', id);
}

async function end(tx: Tx, services: Services, { id, toldAt }: StaffAbsenceRow, now: Date): Promise<void> {
  await tx.update(staffAbsences).set({ endedAt: now }).where(eq(staffAbsences.id, id));
  if (toldAt) await tellSuccessors(tx, services, id, 'successor-back', now);
  await note(tx, now, 'staff.absence-ended', id);
}

function note(tx: Tx, now: Date, action: AuditAction, subjectId: string): Promise<void> {
  return record(tx, now, { action, actor: 'system', subjectId });
}
