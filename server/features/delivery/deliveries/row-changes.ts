import type { Services } from '../../../platform/context.ts';
import type { AuditEntry } from '../../system/audit/audit.ts';
import type { ClaimedDelivery } from './claim.ts';
import type { WaitingReason } from './deliveries.table.ts';
import { addressOf, rescueTime } from './deliveries.ts';
import type { Outcome } from './hand-over.ts';
import { secondsLate } from './lateness.ts';
import { mailsWithoutAnswer, nextAttempt } from './retries.ts';

export interface Result {
  delivery: ClaimedDelivery;
  outcome: Outcome;
}

/** What a row becomes; null leaves a column empty. */
export interface RowChange {
  id: string;
  attempt: number;
  status: 'delivered' | 'waiting' | 'pending' | 'failed';
  reason: WaitingReason | null;
  message: string | null;
  sentTo: string | null;
  tryAgainAt: string | null;
}

/** What an outcome makes of its row; undefined where the row is to go. */
export function changeOf(result: Result, now: Date, services: Services): RowChange | undefined {
  const { delivery, outcome } = result;
  const base = {
    id: delivery.id,
    attempt: delivery.attempt,
    reason: null,
    message: 'message' in outcome ? storable(outcome.message) : null,
    sentTo: null,
    tryAgainAt: null,
  };
  switch (outcome.kind) {
    case 'delivered':
      return { ...base, status: 'delivered', sentTo: outcome.sentTo };
    case 'waiting':
      return { ...base, status: 'waiting', reason: outcome.reason };
    case 'later':
      return { ...base, ...laterOrNever(result, outcome, now, services) };
    case 'given-back':
      return { ...base, status: 'pending', tryAgainAt: rescueTime(now).toISOString() };
    case 'withdrawn':
      return undefined;
  }
}

/** Did it go out, and nobody knows what became of it? */
export function isUnanswered(outcome: Outcome): boolean {
  return outcome.kind === 'later' && outcome.unknown;
}

/** Where it went if it did: whoever holds the link may need a code for a second device, which goes there too. */
export function unansweredAt({ delivery: { recipient }, outcome }: Result): string | null {
  return isUnanswered(outcome) && recipient ? addressOf(recipient) : null;
}

function laterOrNever(
  result: Result,
  { unknown, inTheEnd }: Outcome & { kind: 'later' },
  now: Date,
  { random }: Services,
): Pick<RowChange, 'status'> & Partial<RowChange> {
  const { delivery } = result;
  const { attempt: count, firstAttempt: first, recipient } = delivery;
  const unanswered = unknown ? 1 + (recipient?.email ? delivery.unansweredMails : 0) : 0;
  const sentTo = unansweredAt(result);
  if (unanswered >= mailsWithoutAnswer) return { status: 'waiting', reason: 'outcome_unknown', sentTo };
  const again = nextAttempt({ count, first, unanswered }, now, random);
  if (again) return { status: 'pending', tryAgainAt: again.toISOString(), sentTo };
  return inTheEnd ? { status: 'waiting', reason: inTheEnd } : { status: 'failed', sentTo };
}

/** What only the owner can put right, with an address that works. */
export function asksForAddress(reason: WaitingReason | null): boolean {
  return reason === 'no_address' || reason === 'bad_address' || reason === 'outcome_unknown';
}

/** May the mail of such a delivery have arrived all the same, so that its opening settles it? */
export function canArriveUnanswered({ status, reason }: Pick<RowChange, 'status' | 'reason'>): boolean {
  return (
    status === 'pending' || status === 'failed' || reason === 'outcome_unknown' || reason === 'bad_address'
  );
}

/** A mail server may answer anything: what a database cannot hold would keep the whole batch from being written down. */
function storable(message: string | undefined): string | null {
  return message === undefined ? null : message.replaceAll('\0', '').toWellFormed();
}

/** What the audit log says of a change. */
export function auditOf({ delivery, outcome }: Result, change: RowChange, now: Date): AuditEntry[] {
  const entry = (action: AuditEntry['action'], details: AuditEntry['details'] = {}): AuditEntry => ({
    action,
    actor: 'system',
    userId: delivery.userId,
    subjectId: delivery.id,
    details: { attempt: delivery.attempt, ...details },
  });
  const isUnknown = isUnanswered(outcome);
  const unknown = isUnknown ? [entry('delivery.outcome-unknown', { at: change.tryAgainAt })] : [];
  const seconds = secondsLate(delivery.dueAt, now);
  switch (change.status) {
    case 'delivered':
      return [
        entry('delivery.delivered'),
        ...(delivery.outcomeUnknown ? [entry('delivery.outcome-resolved')] : []),
        ...(seconds ? [entry('delivery.late', { seconds })] : []),
      ];
    case 'waiting':
      return [...unknown, entry('delivery.waiting', { reason: change.reason })];
    case 'failed':
      return [...unknown, entry('delivery.failed')];
    case 'pending':
      return isUnknown ? unknown : [entry('delivery.retried-later', { at: change.tryAgainAt })];
  }
}
