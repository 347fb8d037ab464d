import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { AuditAction } from '../../../../shared/system/audit-actions.ts';
import type { Queryable } from '../../../platform/database.ts';
import { auditLog } from './audit.table.ts';

const shown = 100;

/** Entries about an account that carry a reason, latest first: those are the actions of staff. */
export async function listStaffEntries(db: Queryable, userId: string) {
  const { id, at, action, actor, reason, subjectId } = auditLog;
  const rows = await db
    .select({ id, at, action, actor, reason, subjectId })
    .from(auditLog)
    .where(and(eq(auditLog.userId, userId), isNotNull(reason)))
    .orderBy(desc(id))
    .limit(shown);
  return rows.flatMap(({ reason, ...entry }) =>
    reason ? [{ ...entry, reason, action: entry.action as AuditAction }] : [],
  );
}
