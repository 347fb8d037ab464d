import { sql } from 'drizzle-orm';
import type { AuditAction } from '../../../../shared/system/audit-actions.ts';
import type { Tx } from '../../../platform/database.ts';
import type { AuditFacts } from './audit.table.ts';

export { chainAllEntries, chainEntries } from './chain-entries.ts';
export { listRecipientEntries, listStaffEntries } from './staff-entries.ts';
export { type ChainFault, type ChainReport, verifyChain } from './verify-chain.ts';
export type { AuditAction };

export interface AuditEntry {
  action: AuditAction;
  /** `system`, or the id of the account that acted. */
  actor: string;
  userId?: string;
  subjectId?: string;
  details?: AuditFacts;
  /** Why a member of staff did it, in their words. */
  reason?: string;
  /** What they changed: the same fields as they were and as they are now. */
  before?: AuditFacts;
  after?: AuditFacts;
}

/**
 * Writes `entries` in the caller's transaction, so that an action and its record commit together. The text of the
 * statement does not depend on the number of entries.
 */
export async function recordAll(tx: Tx, at: Date, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx.execute(sql`
    insert into audit_log (at, actor, action, user_id, subject_id, details, reason, before, after)
    select ${at.toISOString()}::timestamptz, actor, action, "userId", "subjectId", details, reason, before, after
    from json_to_recordset(${JSON.stringify(entries)}::json) as entry (
      actor text, action text, "userId" uuid, "subjectId" uuid, details jsonb, reason text, before jsonb, after jsonb
    )`);
}

export function record(tx: Tx, at: Date, entry: AuditEntry): Promise<void> {
  return recordAll(tx, at, [entry]);
}
