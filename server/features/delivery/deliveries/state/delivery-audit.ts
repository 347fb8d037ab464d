import type { AuditEntry } from '../../../system/audit/audit.ts';
import { furtherAddress } from '../current-address.ts';
import type { DeliveryRow } from '../deliveries.table.ts';
import type { ClaimedDelivery } from '../send/claim.ts';
import type { Outcome } from '../send/outcome.ts';
import { entryOf } from './steps.ts';

// What the audit log says about an attempt.

export function auditOfDelivered(claim: ClaimedDelivery, deliveredAt: Date): AuditEntry[] {
  const seconds = secondsLate(claim.dueAt, deliveredAt);
  const entry = entryFor(claim);
  return [
    entry('delivery.delivered', furtherAddress(claim)),
    ...(claim.unknownSince ? [entry('delivery.outcome-resolved')] : []),
    ...(seconds ? [entry('delivery.late', { seconds })] : []),
  ];
}

/** The audit entries of an attempt that did not deliver. */
export function auditOfStop(after: DeliveryRow, claim: ClaimedDelivery, outcome: Outcome): AuditEntry[] {
  const entry = entryFor(claim);
  const at = after.sweepAt?.toISOString() ?? null;
  const unknown = isUnanswered(outcome) ? [entry('delivery.outcome-unknown', { at })] : [];
  if (after.status === 'waiting')
    return [...unknown, entry('delivery.waiting', { reason: after.waitingReason })];
  if (after.status === 'failed') return [...unknown, entry('delivery.failed')];
  const reason = outcome.kind === 'put-off' ? { reason: 'address-changed' } : {};
  if (after.failedAddresses.length > claim.failedAddresses.length)
    return [...unknown, entry('delivery.next-address', { reason: 'bad_address' })];
  return unknown.length > 0 ? unknown : [entry('delivery.retried-later', { at, ...reason })];
}

function entryFor(claim: ClaimedDelivery) {
  return (action: AuditEntry['action'], details: AuditEntry['details'] = {}): AuditEntry =>
    entryOf(claim, action, 'system', { attempt: claim.attempt, ...details });
}

export function isUnanswered(outcome: Outcome): boolean {
  return outcome.kind === 'later' && outcome.unknown;
}

/** A delivery sent later than this after its due time is recorded as late, and its owner is told so. */
export const lateAfterSeconds = 60 * 60;

/** Whole seconds between due time and sending; undefined if that was not late. */
export function secondsLate(dueAt: Date, sentAt: Date): number | undefined {
  const seconds = Math.floor((sentAt.getTime() - dueAt.getTime()) / 1000);
  return seconds > lateAfterSeconds ? seconds : undefined;
}
