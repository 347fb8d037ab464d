import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import { type AuditAction, recipientActions } from '../../../../shared/system/audit-actions.ts';
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

const shownOfRecipients = 30;

/** What recipients and guardians did concerning an owner, latest first. The log never contains what they wrote. */
export async function listRecipientEntries(db: Queryable, userId: string) {
  const { id, at, action, subjectId } = auditLog;
  const rows = await db
    .select({ id, at, action, subjectId })
    .from(auditLog)
    .where(and(eq(auditLog.userId, userId), inArray(action, [...recipientActions])))
    .orderBy(desc(id))
    .limit(shownOfRecipients);
  return rows.map((row) => ({ ...row, action: row.action as AuditAction }));
}
