import { mailsWithoutAnswer } from '../../../outbox/messages/retries/retries.ts';
import type { DeliveryRow } from '../deliveries.table.ts';
import { isLinkOnly, isToBePosted, mayHaveLeft, waitsForPayment } from './state.ts';
import {
  afresh,
  changed,
  continued,
  entryOf,
  goingOn,
  pending,
  removed,
  stopped,
  type Transition,
  waiting,
} from './steps.ts';

// The effects of a hold on a recipient, a payment, the end of a wait, an owner who stays and a revoked
// release. Each attempt reads from the recipient's record whether they are held, and from the owner's what is
// paid; these events change only deliveries that no attempt will look at.

type Holder = 'held_by_trusted_contact' | 'held_by_guardian';

/** What is to go out, by mail or by post, waits. What is being sent is already on its way; its next attempt reads the record. */
export function afterHold(row: DeliveryRow, by: Holder, actor: string): Transition | undefined {
  const isToGoOut = row.status === 'pending' || isToBePosted(row);
  return isToGoOut ? stopped(row, by, actor) : undefined;
}

/** What waited for the hold to end goes on. Everything else that is not delivered is marked, for an attempt that still sees the hold. */
export function afterHoldEnded(
  row: DeliveryRow,
  by: Holder,
  { actor, now }: { actor: string; now: Date },
): Transition | undefined {
  if (row.status === 'delivered') return undefined;
  const marked = changed(row, { ...row, holdEndedAt: now });
  return row.waitingReason === by ? continued(marked, now, actor) : marked;
}

/** What waited for a payment goes on; an attempt that did not see it finds the mark when its outcome is recorded. */
export function afterPayment(row: DeliveryRow, now: Date): Transition | undefined {
  if (row.status === 'sending') return changed(row, { ...row, accountPaidAt: now });
  return waitsForPayment(row) ? continued(changed(row, row), now) : undefined;
}

/** An attempt that saw the wait is marked and made again; the pause after a mail of unknown outcome stays. */
export function afterAddressWait(row: DeliveryRow, waitedUntil: Date, now: Date): Transition | undefined {
  if (row.status === 'sending') return changed(row, { ...row, addressChangedAt: now });
  const isPutOff = row.status === 'pending' && row.attemptAfter.getTime() === waitedUntil.getTime();
  return isPutOff ? continued(changed(row, row), now) : undefined;
}

/** Attempts before the deletion was requested no longer count towards the limits. */
export function afterRestoring(row: DeliveryRow, now: Date): Transition | undefined {
  return row.status === 'pending' ? changed(row, { ...pending(row, now), ...afresh }) : undefined;
}

// While `releaseRevokedAt` is set, the link is closed and nothing is sent.

export const closedColumns = { status: 'waiting', waitingReason: 'release_revoked', sweepAt: null } as const;

/** A delivery that has not left is deleted. One that has, or may have, is kept for its link, which is closed. */
export function afterRevocation(row: DeliveryRow, actor: string, now: Date): Transition | undefined {
  if (row.releaseRevokedAt) return undefined;
  const closed = { ...row, releaseRevokedAt: now };
  // The outcome of the attempt decides what becomes of it.
  if (row.status === 'sending') return changed(row, closed);
  if (!mayHaveLeft(row)) return removed(row);
  const isSettled = row.status === 'delivered' || isLinkOnly(row);
  const after = isSettled ? closed : { ...closed, ...closedColumns };
  return changed(row, after, entryOf(row, 'delivery.link-closed', actor));
}

/**
 * Its link opens again. What had not arrived goes on, unless so many mails went unanswered that a person has to be
 * asked. If nobody has opened it, it brings the memory as it is now; if that has changed since, it is sent again.
 */
export function afterStartingAgain(row: DeliveryRow, dueAt: Date, now: Date): Transition | undefined {
  if (!row.releaseRevokedAt) return undefined;
  const isChanged = row.memoryVersionId !== null && row.openedAt === null && row.memoryWithdrawnAt === null;
  const open = { ...row, releaseRevokedAt: null, ...(isChanged && { memoryVersionId: null }) };
  const reopened = entryOf(row, 'delivery.link-reopened', 'system');
  const again = { ...goingOn(open, now), dueAt, firstAttempt: null };
  if (isChanged && row.status === 'delivered') {
    const anew = { ...again, ...afresh, deliveredAt: null };
    return changed(row, anew, reopened, entryOf(row, 'delivery.sent-anew', 'system'));
  }
  if (row.waitingReason !== 'release_revoked') return changed(row, open, reopened);
  if (row.unansweredMails >= mailsWithoutAnswer)
    return changed(row, waiting(open, 'outcome_unknown'), reopened);
  // The send log is not asked about mails that brought something else.
  const outcomeUnknownAt = row.outcomeUnknownAt && (isChanged ? now : row.outcomeUnknownAt);
  return changed(row, { ...again, outcomeUnknownAt }, reopened);
}
