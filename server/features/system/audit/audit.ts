import { sql } from 'drizzle-orm';
import type { AuditAction } from '../../../../shared/system/audit-actions.ts';
import { advisoryLock } from '../../../platform/advisory-lock.ts';
import type { Tx } from '../../../platform/database.ts';
import type { AuditFacts } from './audit.table.ts';
import { chainLock } from './chain-entries.ts';

export { chainAllEntries, chainEntries } from './chain-entries.ts';
export {
  findCheckpoint,
  readCheckpoint,
  shortCheckpoint,
  signCheckpoint,
} from './checkpoints.ts';
export { findNewestLink, isChained } from './newest-link.ts';
export { listRecipientEntries, listStaffEntries } from './staff-entries.ts';
export { type ChainFault, type ChainReport, type Known, verifyChain } from './verify-chain.ts';
export type { AuditAction };

export interface AuditEntry {
  action: AuditAction;
  /** `system`, or the id of the account that acted. */
  actor: string;
  userId?: string;
  subjectId?: string;
  details?: AuditFacts;
  /** Why a member of staff did it, in their own words. */
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

/**
 * Records that an account is erased, in the transaction that erases it, and removes what was said about it: only who did what,
 * and when, stays. Entries that were chained before this was possible keep what they say, since it is part of their hashes.
 */
export async function recordErasure(tx: Tx, at: Date, entry: AuditEntry & { userId: string }): Promise<void> {
  await advisoryLock(tx, chainLock);
  await record(tx, at, entry);
  const { userId } = entry;
  await tx.execute(sql`
    update audit_log a set details = null, reason = null, before = null, after = null
    where user_id = ${userId} and action <> ${entry.action} and num_nonnulls(details, reason, before, after) > 0
      and not exists (select from audit_chain c where c.entry_id = a.id and c.said_hash is null)`);
  await tx.execute(sql`
    update audit_chain set salt = null
    where salt is not null and entry_id in (
      select id from audit_log where user_id = ${userId} and num_nonnulls(details, reason, before, after) = 0)`);
}

export function record(tx: Tx, at: Date, entry: AuditEntry): Promise<void> {
  return recordAll(tx, at, [entry]);
}
