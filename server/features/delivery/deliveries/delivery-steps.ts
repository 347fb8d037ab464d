import type { AuditEntry } from '../../system/audit/audit.ts';
import type { DeliveryRow, WaitingReason } from './deliveries.table.ts';
import { requeueTime } from './enqueue.ts';

// Steps that several events of the state machine take.

export interface Transition {
  before: DeliveryRow;
  /** Null: the row is deleted. */
  after: DeliveryRow | null;
  audit: AuditEntry[];
  /** Send it at once. */
  enqueue?: true;
}

export function pending(row: DeliveryRow, at: Date): DeliveryRow {
  return { ...row, status: 'pending', attemptAfter: at, sweepAt: at };
}

export function waiting(row: DeliveryRow, reason: WaitingReason): DeliveryRow {
  return { ...row, status: 'waiting', waitingReason: reason };
}

export function removed(row: DeliveryRow): Transition {
  return { before: row, after: null, audit: [] };
}

/** Sends at once, with the time limit and number of mails of a new delivery. */
export function resumed({ before, after, audit }: Transition, now: Date, actor = 'system'): Transition {
  if (!after) return { before, after, audit };
  return {
    before,
    after: {
      ...after,
      status: 'pending',
      waitingReason: null,
      errorMessage: null,
      retryingSeconds: 0,
      unansweredMails: 0,
      attemptAfter: now,
      sweepAt: requeueTime(now),
    },
    audit: [...audit, { action: 'delivery.resumed', actor, userId: before.userId, subjectId: before.id }],
    enqueue: true,
  };
}

export const settledColumns = {
  status: 'delivered',
  waitingReason: null,
  errorMessage: null,
  sweepAt: null,
  outcomeUnknownAt: null,
} as const;
