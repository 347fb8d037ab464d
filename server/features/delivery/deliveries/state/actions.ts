import { mailsWithoutAnswer } from '../../../outbox/messages/retries/retries.ts';
import type { AuditAction, AuditEntry } from '../../../system/audit/audit.ts';
import type { DeliveryRow } from '../deliveries.table.ts';
import { requeueTime } from '../start/enqueue.ts';
import {
  canBeHeld,
  isHeldByContact,
  isHeldByStaff,
  isInThePost,
  isLinkOnly,
  isOutcomeUnknown,
  isToBePosted,
  mayHaveLeft,
  pending,
  removed,
  settledColumns,
  type Transition,
  waiting,
  waitsForPayment,
} from './state.ts';

// The part of the state machine that a hold of a recipient, a payment, the end of a wait or an owner who stays sets going. Whether they are held stands in their
// record, and what is paid in that of the owner, which each attempt reads; these events only move what no attempt will look at.

/** What is to go out, by mail or by post, waits. What is being sent is on its way; another attempt reads the record. */
export function afterHold(row: DeliveryRow, actor: string): Transition | undefined {
  if (row.status !== 'pending' && row.waitingReason !== 'physical_fulfilment') return undefined;
  const reason = 'held_by_trusted_contact';
  return {
    before: row,
    after: { ...waiting(row, reason), sweepAt: null },
    audit: [
      { action: 'delivery.waiting', actor, userId: row.userId, subjectId: row.id, details: { reason } },
    ],
  };
}

/** What waited for it goes on. Whatever else is not delivered is marked, also for an attempt that still knows of the hold. */
export function afterLettingGo(row: DeliveryRow, actor: string, now: Date): Transition | undefined {
  if (row.status === 'delivered') return undefined;
  const marked = { before: row, after: { ...row, letGoAt: now }, audit: [] };
  return isHeldByContact(row) ? lettingGo(marked, now, actor) : marked;
}

/** What waited for it goes on; an attempt that knows nothing of it finds the mark when its outcome is recorded. */
export function afterPayment(row: DeliveryRow, now: Date): Transition | undefined {
  if (row.status === 'sending') return { before: row, after: { ...row, accountPaidAt: now }, audit: [] };
  return waitsForPayment(row) ? lettingGo({ before: row, after: row, audit: [] }, now) : undefined;
}

/** Goes on with the time and the mails that it had left: a hold gives nobody a fourth mail of unknown outcome. */
export function lettingGo(
  { before, after, audit }: Transition & { after: DeliveryRow },
  now: Date,
  actor = 'system',
): Transition {
  return {
    before,
    after: { ...pending(after, now), waitingReason: null, errorMessage: null, sweepAt: requeueTime(now) },
    audit: [...audit, { action: 'delivery.resumed', actor, userId: before.userId, subjectId: before.id }],
    enqueue: true,
  };
}

/** An attempt that read the wait is marked, and is made again; a pause after a mail of unknown outcome stays. */
export function afterAddressWait(row: DeliveryRow, waitedUntil: Date, now: Date): Transition | undefined {
  if (row.status === 'sending') return { before: row, after: { ...row, addressChangedAt: now }, audit: [] };
  const isPutOff = row.status === 'pending' && row.attemptAfter.getTime() === waitedUntil.getTime();
  return isPutOff ? lettingGo({ before: row, after: row, audit: [] }, now) : undefined;
}

/** Attempts made before the deletion was requested no longer count towards the limits. */
export function afterRestoring(row: DeliveryRow, now: Date): Transition | undefined {
  if (row.status !== 'pending') return undefined;
  const after: DeliveryRow = {
    ...row,
    attemptAfter: now,
    sweepAt: now,
    retryingSeconds: 0,
    unansweredMails: 0,
  };
  return { before: row, after, audit: [] };
}

/** What staff do to one delivery and nobody else does; the rest goes by the events that owners cause too. */
interface StaffEvent {
  kind: 'held' | 'hold-ended' | 'found-arrived';
  actor: string;
}

/** The part of the state machine that staff set going. Undefined where the delivery is not in a state for it. */
export function afterStaff(row: DeliveryRow, { kind, actor }: StaffEvent, now: Date): Transition | undefined {
  const entry = (action: AuditAction, details?: AuditEntry['details']): AuditEntry => ({
    action,
    actor,
    userId: row.userId,
    subjectId: row.id,
    ...(details && { details }),
  });
  switch (kind) {
    case 'held':
      if (!canBeHeld(row)) return undefined;
      return {
        before: row,
        after: { ...waiting(row, 'held_by_staff'), sweepAt: null },
        audit: [entry('delivery.waiting', { reason: 'held_by_staff' })],
      };
    case 'hold-ended':
      return isHeldByStaff(row) ? letGo(row, now) : undefined;
    case 'found-arrived':
      if (!isOutcomeUnknown(row)) return undefined;
      return {
        before: row,
        after: { ...row, ...settledColumns, deliveredAt: row.lastUnansweredAt ?? now },
        audit: [
          entry('delivery.delivered', { attempt: row.attemptCount }),
          entry('delivery.outcome-resolved', { attempt: row.attemptCount }),
        ],
      };
  }
}

/** Goes on where it was: with the time and the mails that it had left, so that a hold makes no mail of unknown outcome a fourth one. */
function letGo(row: DeliveryRow, now: Date): Transition {
  const after = { ...pending(row, now), waitingReason: null, errorMessage: null, sweepAt: requeueTime(now) };
  return { before: row, after, audit: [], enqueue: true };
}

/** What becomes of a delivery that staff send by post. */
export type PostingEvent =
  | { kind: 'posted'; actor: string; address: string }
  | { kind: 'post-arrived'; actor: string }
  | { kind: 'post-returned'; actor: string };

/**
 * The part of the state machine for the post. From the moment it is posted, what it brings has left us; what comes back
 * was never given, so that another parcel brings the memory as it is then. Undefined where the delivery is not in a state
 * for it.
 */
export function afterPosting(row: DeliveryRow, event: PostingEvent, now: Date): Transition | undefined {
  const { actor } = event;
  const entry = (action: AuditAction, details?: AuditEntry['details']): AuditEntry => ({
    ...{ action, actor, userId: row.userId, subjectId: row.id },
    ...(details && { details }),
  });
  // It stands in its new state since now.
  const since = { stoppedAt: null, errorMessage: null, sweepAt: null };
  switch (event.kind) {
    case 'posted':
      if (!isToBePosted(row)) return undefined;
      return {
        before: row,
        after: {
          ...waiting(row, 'in_the_post'),
          ...since,
          sentTo: event.address,
          channel: 'post',
          lastAttempt: now,
        },
        audit: [entry('delivery.waiting', { reason: 'in_the_post' })],
      };
    case 'post-arrived':
      if (!isInThePost(row)) return undefined;
      return {
        before: row,
        after: { ...row, ...settledColumns, deliveredAt: now },
        audit: [entry('delivery.delivered', { attempt: row.attemptCount })],
      };
    case 'post-returned':
      if (!isInThePost(row)) return undefined;
      return {
        before: row,
        after: {
          ...waiting(row, 'physical_fulfilment'),
          ...since,
          errorMessage: 'It came back',
          sentTo: null,
          channel: null,
          memoryVersionId: null,
        },
        audit: [entry('delivery.waiting', { reason: 'physical_fulfilment' })],
      };
  }
}

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
