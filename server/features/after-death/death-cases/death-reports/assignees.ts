import { and, eq, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../../platform/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import { record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { type DeathReportRow, deathReports } from './death-reports.table.ts';
import { lockReportById, updateReport } from './report-rows.ts';

// Who looks after a report. Others may still act on it; it only says who answers when the family calls.

interface Assignment {
  member: UserRow;
  reportId: string;
  reason: string;
  assigneeId: string | null;
  seen: { assigneeId: string | null };
}

/**
 * Assigns a report to a member of staff (perhaps to oneself) or to nobody. 404 for a draft; 409 if the
 * assignment has changed since it was seen, or if that person is not staff.
 */
export function assignReport(services: Services, by: Assignment): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const report = await lockReportById(tx, by.reportId);
    const [present] = await findAssignees(tx, [report]);
    if ((present?.id ?? null) !== by.seen.assigneeId) throw changedMeanwhile(present);
    if (by.assigneeId) await requireStaff(tx, by.assigneeId);
    const assignedAt = by.assigneeId && services.clock.now();
    await updateReport(tx, report.id, { assignedTo: by.assigneeId, assignedAt: assignedAt || null });
    await recordAssignment(tx, services, report, by);
  });
}

function changedMeanwhile(present: Assignee | undefined): AppError {
  return new AppError('conflict', 'A colleague was quicker. Nothing was changed.', {
    fields: { assigneeId: present ? `${present.name} has it now` : 'It is nobody’s now' },
  });
}

async function requireStaff(tx: Tx, id: string): Promise<void> {
  const [member] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isAtWork))
    .for('share');
  if (!member) throw new AppError('conflict', 'They are not staff, or no longer');
}

async function recordAssignment(
  tx: Tx,
  { clock }: Services,
  report: DeathReportRow,
  { member, reason, assigneeId, seen }: Assignment,
): Promise<void> {
  await record(tx, clock.now(), {
    action: 'death-report.assigned-by-staff',
    actor: member.id,
    subjectId: report.id,
    ...(report.userId && { userId: report.userId }),
    reason,
    before: { assigneeId: seen.assigneeId },
    after: { assigneeId },
  });
  await announceToStaff(tx);
}

/** A report loses its assignee when they lose the role or their account is being deleted. */
const isAtWork = and(eq(users.isAdmin, true), sql`${users.deletionRequestedAt} is null`);

type Assignee = Awaited<ReturnType<typeof findAssignees>>[number];

export async function findAssignees(db: Queryable, rows: readonly DeathReportRow[]) {
  const ids = rows.flatMap(({ assignedTo }) => assignedTo ?? []);
  if (ids.length === 0) return [];
  const staff = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(inArray(users.id, ids), isAtWork));
  return staff.map(({ id, ...name }) => ({ id, name: fullNameOf(name) }));
}

export function isAssigned(db: Queryable, whose: 'me' | 'nobody', { id }: UserRow): SQL | undefined {
  if (whose === 'me') return eq(deathReports.assignedTo, id);
  const staff = db.select({ id: users.id }).from(users).where(isAtWork);
  return or(sql`${deathReports.assignedTo} is null`, notInArray(deathReports.assignedTo, staff));
}
