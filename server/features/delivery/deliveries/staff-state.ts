import type { AuditAction, AuditEntry } from '../../system/audit/audit.ts';
import type { DeliveryRow } from './deliveries.table.ts';
import { canBeHeld, isHeldByStaff, isOutcomeUnknown } from './delivery-conditions.ts';
import { pending, settledColumns, type Transition, waiting } from './delivery-steps.ts';
import { requeueTime } from './enqueue.ts';

/** What staff do to one delivery and nobody else does; the rest goes by the events that owners cause too. */
export interface StaffEvent {
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
