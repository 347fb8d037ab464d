import type { GivenChoice } from '../../../../../shared/given-choice.ts';
import type { Contact } from '../../../../../shared/outbox/channels.ts';
import type { AuditEntry } from '../../../system/audit/audit.ts';
import type { DeliveryRow } from '../deliveries.table.ts';
import {
  afterAddressWait,
  afterHold,
  afterLettingGo,
  afterPayment,
  afterPosting,
  afterRestoring,
  afterRevocation,
  afterStaff,
  afterStartingAgain,
} from './actions.ts';
import { type AttemptEnd, afterAttempt, storable, withdrawnColumns } from './after-attempt.ts';
import { secondsLate } from './delivery-audit.ts';
import {
  canBeRetried,
  isSameAddress,
  isStoppable,
  keepsWhatItBrought,
  mayHaveArrived,
  mayHaveBeenSeen,
  removed,
  resumed,
  sentColumns,
  settledColumns,
  type Transition,
  waiting,
  waitsForAddress,
  waitsForMemory,
} from './state.ts';

/** Everything that can happen to a delivery, except the claim, which is one conditional statement in claim.ts. */
export type DeliveryEvent =
  | ({ kind: 'attempted' } & AttemptEnd)
  /** Somebody pressed Open. `address` is the recipient's current address. */
  | { kind: 'opened'; address: string | null }
  | { kind: 'address-changed' }
  /** What others than the owner had said of its recipient's address no longer counts, for which it waited until then. */
  | { kind: 'address-wait-ended'; waitedUntil: Date }
  | { kind: 'memory-approved' }
  /** The memory is about to be changed; `versionId` is what it was. */
  | { kind: 'memory-changed'; versionId: string }
  /** The memory was deleted. `actor` is who did it; `versionId` is what it was, for those who may keep it. */
  | { kind: 'memory-withdrawn'; actor: string; received: GivenChoice; versionId: string | null }
  | { kind: 'recipient-removed' }
  | { kind: 'owner-restored' }
  /** The owner or an operator wants another try at the same address. */
  | { kind: 'retry-asked'; actor: string }
  /** Its mail, once accepted, came back from `address`. `current` is the recipient's address now. */
  | { kind: 'bounced-later'; address: string; current: string | null; message: string }
  /** A trusted contact, or staff, have everything for its recipient held, and let them go. */
  | { kind: 'recipient-held'; actor: string }
  | { kind: 'recipient-let-go'; actor: string }
  /** Its owner's account is paid for again. */
  | { kind: 'account-paid' }
  /** Staff hold it back, and let it go on. */
  | { kind: 'held'; actor: string }
  | { kind: 'hold-ended'; actor: string }
  /** Staff have found out that a mail of which nobody knew has arrived. */
  | { kind: 'found-arrived'; actor: string }
  /** Staff have put it in the post, and learn later that it has arrived, or that it came back. */
  | { kind: 'posted'; actor: string; address: string }
  | { kind: 'post-arrived'; actor: string }
  | { kind: 'post-returned'; actor: string }
  /** Staff revoked the release that had made it due. */
  | { kind: 'release-revoked'; actor: string }
  /** After that, its schedule falls due again. */
  | { kind: 'started-again'; dueAt: Date }
  /** The send log knows that `attempt`, of which the database knows nothing, was accepted `at` that instant. */
  | { kind: 'found-sent'; attempt: number; at: Date; contact: Contact | null };

/**
 * The state machine of a delivery; docs/decisions/011-delivery-states.md has the diagram. The caller holds the row's lock.
 * While a delivery is being sent, an edit only leaves a dated mark on the row, which is read here when the outcome is
 * recorded. Undefined when nothing changes.
 */
export function nextState(row: DeliveryRow, event: DeliveryEvent, now: Date): Transition | undefined {
  const next = transitionOf(row, event, now);
  return next?.after ? { ...next, after: { ...next.after, stoppedAt: stoppedSince(next.after, now) } } : next;
}

function stoppedSince({ status, stoppedAt }: DeliveryRow, now: Date): Date | null {
  return status === 'waiting' || status === 'failed' ? (stoppedAt ?? now) : null;
}

function transitionOf(row: DeliveryRow, event: DeliveryEvent, now: Date): Transition | undefined {
  switch (event.kind) {
    case 'attempted':
      return afterAttempt(row, event, now);
    case 'opened':
      return afterOpening(row, event.address, now);
    case 'address-changed':
      return afterEdit({ ...row, addressChangedAt: now }, row, waitsForAddress(row), now);
    case 'address-wait-ended':
      return afterAddressWait(row, event.waitedUntil, now);
    case 'memory-approved':
      return afterEdit({ ...row, memoryApprovedAt: now }, row, waitsForMemory(row), now);
    case 'memory-changed':
      return keepsWhatItBrought(row) && !row.memoryVersionId
        ? { before: row, after: { ...row, memoryVersionId: event.versionId }, audit: [] }
        : undefined;
    case 'memory-withdrawn':
      return afterWithdrawal(row, event, now);
    case 'recipient-removed':
      return isStoppable(row) && row.waitingReason !== 'memory_withdrawn' ? removed(row) : undefined;
    case 'owner-restored':
      return afterRestoring(row, now);
    case 'retry-asked':
      return canBeRetried(row)
        ? resumed({ before: row, after: row, audit: [] }, now, event.actor)
        : undefined;
    case 'bounced-later':
      return afterBounce(row, event, now);
    case 'found-sent':
      return afterFinding(row, event);
    case 'release-revoked':
      return afterRevocation(row, event.actor, now);
    case 'started-again':
      return afterStartingAgain(row, event.dueAt, now);
    case 'recipient-held':
      return afterHold(row, event.actor);
    case 'recipient-let-go':
      return afterLettingGo(row, event.actor, now);
    case 'account-paid':
      return afterPayment(row, now);
    case 'held':
    case 'hold-ended':
    case 'found-arrived':
      return afterStaff(row, event, now);
    case 'posted':
    case 'post-arrived':
    case 'post-returned':
      return afterPosting(row, event, now);
  }
}

/** The delivery, if its owner is to be asked about it now. */
export function startsToAsk({ before, after }: Transition): DeliveryRow | undefined {
  if (!after || after.status === before.status) return undefined;
  return waitsForAddress(after) ? after : undefined;
}

/** Marks the edit, and resumes a delivery that was waiting for it. */
function afterEdit(
  marked: DeliveryRow,
  before: DeliveryRow,
  isResumed: boolean,
  now: Date,
): Transition | undefined {
  if (isResumed) return resumed({ before, after: marked, audit: [] }, now);
  return before.status === 'sending' ? { before, after: marked, audit: [] } : undefined;
}

/** Only the first opening counts. It proves that a mail of unknown outcome arrived, so nothing more is sent. */
function afterOpening(row: DeliveryRow, address: string | null, now: Date): Transition | undefined {
  if (row.openedAt || row.releaseRevokedAt) return undefined;
  const after = { ...row, openedAt: now };
  const about = { userId: row.userId, subjectId: row.id };
  const opened: AuditEntry = { ...about, action: 'delivery.opened', actor: 'recipient' };
  if (!mayHaveArrived(row) || row.sentTo !== address) return { before: row, after, audit: [opened] };
  // It arrived with the last unanswered mail; dated at the opening, the delivery might look late to its owner.
  const deliveredAt = row.lastUnansweredAt ?? now;
  const attempt = row.attemptCount;
  const seconds = secondsLate(row.dueAt, deliveredAt);
  const entry = { ...about, actor: 'system' };
  return {
    before: row,
    after: { ...after, ...settledColumns, deliveredAt },
    audit: [
      opened,
      { ...entry, action: 'delivery.delivered', details: { attempt } },
      { ...entry, action: 'delivery.outcome-resolved', details: { attempt } },
      ...(seconds ? [{ ...entry, action: 'delivery.late', details: { attempt, seconds } } as const] : []),
    ],
  };
}

/**
 * A delivery whose mail may have arrived keeps its link, which goes on showing what was sent, or says that it was taken back.
 */
function afterWithdrawal(
  row: DeliveryRow,
  { actor, received, versionId }: DeliveryEvent & { kind: 'memory-withdrawn' },
  now: Date,
): Transition | undefined {
  const memoryVersionId = received === 'keep' ? (row.memoryVersionId ?? versionId) : null;
  if (row.status === 'delivered' && memoryVersionId !== row.memoryVersionId)
    return { before: row, after: { ...row, memoryVersionId }, audit: [] };
  const after = { ...row, memoryVersionId, memoryWithdrawnAt: now };
  if (row.status === 'sending') return { before: row, after, audit: [] };
  if (!isStoppable(row)) return undefined;
  if (!mayHaveBeenSeen(row)) return removed(row);
  const details = { reason: withdrawnColumns.waitingReason };
  return {
    before: row,
    after: { ...after, ...withdrawnColumns },
    audit: [{ action: 'delivery.waiting', actor, userId: row.userId, subjectId: row.id, details }],
  };
}

/** A mail that was opened did arrive, whatever came back. One to an address corrected since is sent to the new one. */
function afterBounce(
  row: DeliveryRow,
  { address, current, message }: DeliveryEvent & { kind: 'bounced-later' },
  now: Date,
): Transition | undefined {
  const isMoot = row.status !== 'delivered' || row.openedAt !== null || !isSameAddress(row.sentTo, address);
  if (isMoot || row.recipientId === null) return undefined;
  const after: DeliveryRow = {
    ...waiting(row, row.releaseRevokedAt ? 'release_revoked' : 'bad_address'),
    errorMessage: storable(message),
    deliveredAt: null,
  };
  const about = { userId: row.userId, subjectId: row.id, actor: 'system' };
  const details = { attempt: row.attemptCount };
  const stopped: Transition = {
    before: row,
    after,
    audit: [
      { ...about, action: 'delivery.bounced', details },
      { ...about, action: 'delivery.waiting', details: { ...details, reason: after.waitingReason } },
    ],
  };
  return row.releaseRevokedAt || isSameAddress(current, address) ? stopped : resumed(stopped, now);
}

function afterFinding(
  row: DeliveryRow,
  { attempt, at, contact }: DeliveryEvent & { kind: 'found-sent' },
): Transition | undefined {
  if (row.status === 'delivered' || row.attemptCount >= attempt) return undefined;
  const entry = { actor: 'system', userId: row.userId, subjectId: row.id };
  return {
    before: row,
    after: {
      ...row,
      ...settledColumns,
      attemptCount: attempt,
      lastAttempt: at,
      ...sentColumns(contact),
      deliveredAt: at,
    },
    audit: [{ ...entry, action: 'delivery.delivered', details: { attempt, fromSendLog: true } }],
  };
}
