import type { AuditAction, AuditEntry } from '../../system/audit/audit.ts';
import type { DeliveryRow } from './deliveries.table.ts';
import { isLinkOnly, mayHaveLeft } from './delivery-conditions.ts';
import { pending, removed, type Transition, waiting } from './delivery-steps.ts';
import { requeueTime } from './enqueue.ts';
import { mailsWithoutAnswer } from './retries.ts';

// The part of the state machine that a revoked release sets going. While `releaseRevokedAt` is set, the link is closed and
// nothing is sent.

export const closedColumns = { status: 'waiting', waitingReason: 'release_revoked', sweepAt: null } as const;

/** What has not left is deleted. What has, or may have, is kept for its link, which is closed. */
export function afterRevocation(row: DeliveryRow, actor: string, now: Date): Transition | undefined {
  if (row.releaseRevokedAt) return undefined;
  const closed = { ...row, releaseRevokedAt: now };
  // The outcome of the attempt decides what becomes of it.
  if (row.status === 'sending') return { before: row, after: closed, audit: [] };
  if (!mayHaveLeft(row)) return removed(row);
  const isSettled = row.status === 'delivered' || isLinkOnly(row);
  return {
    before: row,
    after: isSettled ? closed : { ...closed, ...closedColumns },
    audit: [entryOf(row, 'delivery.link-closed', actor)],
  };
}

/**
 * Its link opens again. What had not arrived goes on, unless so many mails went unanswered that somebody has to ask. What
 * nobody has opened brings the memory as it is now; where that is another one than what was sent, it is sent again.
 */
export function afterStartingAgain(row: DeliveryRow, dueAt: Date, now: Date): Transition | undefined {
  if (!row.releaseRevokedAt) return undefined;
  const isChanged = row.memoryVersionId !== null && row.openedAt === null && row.memoryWithdrawnAt === null;
  const open = { ...row, releaseRevokedAt: null, ...(isChanged && { memoryVersionId: null }) };
  const audit = [entryOf(row, 'delivery.link-reopened', 'system')];
  const again = { ...goingOn(open, now), dueAt, firstAttempt: null };
  if (isChanged && row.status === 'delivered') {
    const anew = { ...again, deliveredAt: null, retryingSeconds: 0, unansweredMails: 0 };
    return { before: row, after: anew, audit: [...audit, entryOf(row, 'delivery.sent-anew', 'system')] };
  }
  if (row.waitingReason !== 'release_revoked') return { before: row, after: open, audit };
  if (row.unansweredMails >= mailsWithoutAnswer)
    return { before: row, after: waiting(open, 'outcome_unknown'), audit };
  // The send log is not asked about mails that brought something else.
  const outcomeUnknownAt = row.outcomeUnknownAt && (isChanged ? now : row.outcomeUnknownAt);
  return { before: row, after: { ...again, outcomeUnknownAt }, audit };
}

function goingOn(row: DeliveryRow, now: Date): DeliveryRow {
  return { ...pending(row, now), sweepAt: requeueTime(now), waitingReason: null, errorMessage: null };
}

function entryOf({ userId, id }: DeliveryRow, action: AuditAction, actor: string): AuditEntry {
  return { action, actor, userId, subjectId: id };
}
