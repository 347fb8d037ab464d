import type { Services } from '../../platform/context.ts';
import type { AuditEntry } from '../audit/audit.ts';
import type { ClaimedDelivery } from './claim.ts';
import type { WaitingReason } from './deliveries.table.ts';
import { rescueTime } from './deliveries.ts';
import type { Outcome } from './hand-over.ts';
import { nextAttempt } from './retries.ts';

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

function laterOrNever(
  { delivery }: Result,
  { unknown, inTheEnd }: Outcome & { kind: 'later' },
  now: Date,
  { random }: Services,
): Pick<RowChange, 'status'> & Partial<RowChange> {
  const tries = { count: delivery.attempt, first: delivery.firstAttempt, unknown };
  const again = nextAttempt(tries, now, random);
  if (again) return { status: 'pending', tryAgainAt: again.toISOString() };
  return inTheEnd ? { status: 'waiting', reason: inTheEnd } : { status: 'failed' };
}

/** A mail server may answer anything: what a database cannot hold would keep the whole batch from being written down. */
function storable(message: string | undefined): string | null {
  return message === undefined ? null : message.replaceAll('\0', '').toWellFormed();
}

/** What the audit log says of a change. */
export function auditOf({ delivery, outcome }: Result, change: RowChange): AuditEntry[] {
  const entry = (action: AuditEntry['action'], details: AuditEntry['details'] = {}): AuditEntry => ({
    action,
    actor: 'system',
    userId: delivery.userId,
    subjectId: delivery.id,
    details: { attempt: delivery.attempt, ...details },
  });
  switch (change.status) {
    case 'delivered':
      return [
        entry('delivery.delivered'),
        ...(delivery.outcomeUnknown ? [entry('delivery.outcome-resolved')] : []),
      ];
    case 'waiting':
      return [entry('delivery.waiting', { reason: change.reason })];
    case 'failed':
      return [entry('delivery.failed')];
    case 'pending': {
      const unknown = outcome.kind === 'later' && outcome.unknown;
      return [
        entry(unknown ? 'delivery.outcome-unknown' : 'delivery.retried-later', { at: change.tryAgainAt }),
      ];
    }
  }
}
