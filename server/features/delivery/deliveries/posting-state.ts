import type { AuditAction, AuditEntry } from '../../system/audit/audit.ts';
import type { DeliveryRow } from './deliveries.table.ts';
import { isInThePost, isToBePosted } from './delivery-conditions.ts';
import { settledColumns, type Transition, waiting } from './delivery-steps.ts';

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
        after: { ...waiting(row, 'in_the_post'), ...since, sentTo: event.address, lastAttempt: now },
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
          memoryVersionId: null,
        },
        audit: [entry('delivery.waiting', { reason: 'physical_fulfilment' })],
      };
  }
}
