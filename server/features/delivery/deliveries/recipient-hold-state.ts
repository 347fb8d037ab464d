import type { DeliveryRow } from './deliveries.table.ts';
import { isHeldByContact, waitsForPayment } from './delivery-conditions.ts';
import { pending, type Transition, waiting } from './delivery-steps.ts';
import { requeueTime } from './enqueue.ts';

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
