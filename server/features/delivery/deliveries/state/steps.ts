import type { Contact } from '../../../../../shared/outbox/channels.ts';
import type { AuditAction, AuditEntry } from '../../../system/audit/audit.ts';
import type { DeliveryRow, WaitingReason } from '../deliveries.table.ts';
import { requeueTime } from '../start/enqueue.ts';

// Steps that several events of the state machine take.

export interface Transition {
  before: DeliveryRow;
  /** Null: the row is deleted. */
  after: DeliveryRow | null;
  audit: AuditEntry[];
  /** Send it at once. */
  enqueue?: true;
}

/** A transition that keeps the row. */
export type Change = Transition & { after: DeliveryRow };

export function changed(before: DeliveryRow, after: DeliveryRow, ...audit: AuditEntry[]): Change {
  return { before, after, audit };
}

export function removed(row: DeliveryRow): Transition {
  return { before: row, after: null, audit: [] };
}

export function entryOf(
  { id, userId }: Pick<DeliveryRow, 'id' | 'userId'>,
  action: AuditAction,
  actor: string,
  details?: AuditEntry['details'],
): AuditEntry {
  return { action, actor, userId, subjectId: id, ...(details && { details }) };
}

export function pending(row: DeliveryRow, at: Date): DeliveryRow {
  return { ...row, status: 'pending', attemptAfter: at, sweepAt: at };
}

export function waiting(row: DeliveryRow, reason: WaitingReason): DeliveryRow {
  return { ...row, status: 'waiting', waitingReason: reason };
}

export function goingOn(row: DeliveryRow, now: Date): DeliveryRow {
  return { ...pending(row, now), sweepAt: requeueTime(now), waitingReason: null, errorMessage: null };
}

/** Sends at once, with the retries and mails that were left: a hold must not allow a fourth mail of unknown outcome. */
export function continued({ before, after, audit }: Change, now: Date, actor = 'system'): Change {
  const resumption = entryOf(before, 'delivery.resumed', actor);
  return { before, after: goingOn(after, now), audit: [...audit, resumption], enqueue: true };
}

/** The time limit and number of mails of a new delivery. */
export const afresh = { retryingSeconds: 0, unansweredMails: 0 } as const;

/** Sends at once, with the time limit and number of mails of a new delivery. */
export function resumed(change: Change, now: Date, actor?: string): Transition {
  return continued({ ...change, after: { ...change.after, ...afresh } }, now, actor);
}

/** It waits for `reason` from now on, and is not sent automatically. */
export function stopped(
  row: DeliveryRow,
  reason: WaitingReason,
  actor: string,
  more: Partial<DeliveryRow> = {},
): Transition {
  const after = { ...waiting(row, reason), sweepAt: null, ...more };
  return changed(row, after, entryOf(row, 'delivery.waiting', actor, { reason }));
}

/** Where it was sent, or may have been; unchanged if there is nothing to add. */
export function sentColumns(contact: Contact | null): Partial<Pick<DeliveryRow, 'sentTo' | 'channel'>> {
  return contact ? { sentTo: contact.address, channel: contact.channel } : {};
}

export const settledColumns = {
  status: 'delivered',
  waitingReason: null,
  errorMessage: null,
  sweepAt: null,
  outcomeUnknownAt: null,
} as const;

/** A mail server may answer anything, and one answer that the database rejects would fail the whole batch. */
export function storable(message: string | undefined): string | null {
  return message === undefined ? null : message.replaceAll('\0', '').toWellFormed();
}
