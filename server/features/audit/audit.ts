import type { Queryable } from '../../platform/database.ts';
import { auditLog } from './audit.table.ts';

/** Every act that is written down, by name. */
export type AuditAction =
  | 'account.registered'
  | 'account.email-verified'
  | 'account.email-change-requested'
  | 'account.email-change-cancelled'
  | 'account.email-changed'
  | 'account.email-change-undone'
  | 'account.password-changed'
  | 'account.password-reset'
  | 'account.two-factor-on'
  | 'account.two-factor-off'
  | 'account.recovery-codes-renewed'
  | 'account.recovery-code-used'
  | 'account.deletion-requested'
  | 'account.restored'
  | 'account.erased'
  | 'session.opened-on-new-device'
  | 'session.ended'
  | 'export.requested'
  | 'export.ready'
  | 'export.failed'
  | 'export.unlocked'
  | 'export.erased'
  | 'memory.created'
  | 'memory.changed'
  | 'memory.approved'
  | 'memory.held'
  | 'memory.deleted'
  | 'schedule.created'
  | 'schedule.changed'
  | 'schedule.cancelled'
  | 'schedule.started'
  | 'delivery.claimed-again'
  | 'delivery.delivered'
  | 'delivery.outcome-unknown'
  | 'delivery.outcome-resolved'
  | 'delivery.retried-later'
  | 'delivery.waiting'
  | 'delivery.resumed'
  | 'delivery.failed'
  | 'delivery.opened'
  | 'recipient.deleted';

export interface AuditEntry {
  action: AuditAction;
  /** `system`, or the id of the account that acted. */
  actor: string;
  userId?: string;
  subjectId?: string;
  details?: Record<string, string | number | boolean | null>;
}

const rowsPerStatement = 5_000;

/** Writes `entries` in the caller's transaction, so that an act and its record stand or fall together. */
export async function recordAll(tx: Queryable, at: Date, entries: readonly AuditEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += rowsPerStatement) {
    const rows = entries.slice(from, from + rowsPerStatement).map((entry) => ({ at, ...entry }));
    await tx.insert(auditLog).values(rows);
  }
}

export function record(tx: Queryable, at: Date, entry: AuditEntry): Promise<void> {
  return recordAll(tx, at, [entry]);
}
