import type { GivenChoice } from '../../../../shared/given-choice.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import { addressOf } from '../../people/recipients/recipients.ts';
import type { AuditEntry } from '../../system/audit/audit.ts';
import type { ClaimedDelivery } from './claim.ts';
import type { DeliveryRow } from './deliveries.table.ts';
import { auditOfDelivered, auditOfStop, isUnanswered } from './delivery-audit.ts';
import {
  canBeRetried,
  isHeldByContact,
  isSameAddress,
  isStoppable,
  keepsWhatItBrought,
  mayHaveArrived,
  mayHaveBeenSeen,
  mayHaveLeft,
  waitsForAddress,
  waitsForMemory,
  waitsForPayment,
} from './delivery-conditions.ts';
import { pending, removed, resumed, settledColumns, type Transition, waiting } from './delivery-steps.ts';
import { requeueTime } from './enqueue.ts';
import { secondsLate } from './lateness.ts';
import { afterPosting } from './posting-state.ts';
import {
  afterAddressWait,
  afterHold,
  afterLettingGo,
  afterPayment,
  afterRestoring,
  lettingGo,
} from './recipient-hold-state.ts';
import { afterRevocation, afterStartingAgain, closedColumns } from './release-state.ts';
import { mailsWithoutAnswer, nextPause } from './retries.ts';
import type { Outcome } from './send-delivery.ts';
import { afterStaff } from './staff-state.ts';

export type { Transition };

/** Everything that can happen to a delivery, except the claim, which is one conditional statement in claim.ts. */
export type DeliveryEvent =
  /** An attempt has ended. `jitter` (0 to 1) spreads the retries. */
  | { kind: 'attempted'; claim: ClaimedDelivery; outcome: Outcome; jitter: number }
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
  | { kind: 'found-sent'; attempt: number; at: Date; address: string | null };

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

function afterAttempt(
  row: DeliveryRow,
  { claim, outcome, jitter }: DeliveryEvent & { kind: 'attempted' },
  now: Date,
): Transition | undefined {
  if (row.status !== 'sending' || row.attemptCount !== claim.attempt) return undefined;
  const after = withoutUnsentVersion(afterOutcome(row, { claim, outcome, jitter }, now));
  if (after.status === 'delivered') return delivered(row, after, claim, now);
  if (
    wasOpenedMeanwhile(row, claim) &&
    mayHaveArrived(after) &&
    after.sentTo === currentAddress(row, claim)
  ) {
    const settled = { ...after, ...settledColumns, deliveredAt: now };
    return delivered(row, settled, claim, now);
  }
  if (row.memoryWithdrawnAt && mayHaveBeenSeen(after)) {
    const kept: DeliveryRow = { ...after, ...withdrawnColumns };
    return { before: row, after: kept, audit: auditOfStop(kept, claim, outcome) };
  }
  if (row.memoryWithdrawnAt || row.recipientId === null || outcome.kind === 'withdrawn') return removed(row);
  if (row.releaseRevokedAt) {
    if (!mayHaveLeft(after)) return removed(row);
    const closed: DeliveryRow = { ...after, ...closedColumns };
    return { before: row, after: closed, audit: auditOfStop(closed, claim, outcome) };
  }
  const stopped = { before: row, after, audit: auditOfStop(after, claim, outcome) };
  if (isHeldByContact(after) && isLater(row.letGoAt, claim.letGoAt)) return lettingGo(stopped, now);
  if (waitsForPayment(after) && isLater(row.accountPaidAt, claim.accountPaidAt))
    return lettingGo(stopped, now);
  const isOther = outcome.kind === 'put-off' && isLater(row.addressChangedAt, claim.addressChangedAt);
  return isOther || wasCorrected(row, after, claim) ? resumed(stopped, now) : stopped;
}

/** What was not sent after all will bring the memory as it is then. */
function withoutUnsentVersion(row: DeliveryRow): DeliveryRow {
  return keepsWhatItBrought(row) ? row : { ...row, memoryVersionId: null };
}

/** The row after the outcome alone, ignoring edits made in the meantime. */
function afterOutcome(
  row: DeliveryRow,
  { claim, outcome, jitter }: Omit<DeliveryEvent & { kind: 'attempted' }, 'kind'>,
  now: Date,
): DeliveryRow {
  const base: DeliveryRow = {
    ...row,
    waitingReason: null,
    errorMessage: 'message' in outcome ? storable(outcome.message) : null,
    sweepAt: null,
    deliveredAt: null,
  };
  switch (outcome.kind) {
    case 'delivered':
      return {
        ...base,
        status: 'delivered',
        sentTo: outcome.sentTo ?? row.sentTo,
        deliveredAt: outcome.at ?? now,
        outcomeUnknownAt: null,
      };
    case 'waiting':
      return waiting(base, outcome.reason);
    case 'later':
      return laterOrNever(
        isUnanswered(outcome) ? unanswered(base, claim, now) : base,
        claim,
        outcome,
        now,
        jitter,
      );
    case 'put-back':
      return pending(base, secondsAfter(now, outcome.afterSeconds ?? 0));
    case 'put-off':
      return pending(base, outcome.until);
    case 'given-back':
    case 'withdrawn':
      return pending(base, requeueTime(now));
  }
}

/** It was sent, and nobody knows whether it arrived. */
function unanswered(row: DeliveryRow, claim: ClaimedDelivery, now: Date): DeliveryRow {
  return {
    ...row,
    // A recipient with the link may need a code for a second device, which is sent to the same address.
    sentTo: (claim.recipient && addressOf(claim.recipient)) ?? row.sentTo,
    unansweredMails: claim.unansweredMails + 1,
    lastUnansweredAt: now,
    outcomeUnknownAt: now,
  };
}

function laterOrNever(
  row: DeliveryRow,
  { recipient }: ClaimedDelivery,
  { unknown, finalReason }: Outcome & { kind: 'later' },
  now: Date,
  jitter: number,
): DeliveryRow {
  const unansweredMails = unknown ? (recipient?.email ? row.unansweredMails : 1) : 0;
  if (unansweredMails >= mailsWithoutAnswer) return waiting(row, 'outcome_unknown');
  const { retryingSeconds } = row;
  const pause = nextPause({ retryingSeconds, unanswered: unansweredMails }, jitter);
  if (pause !== undefined)
    return { ...pending(row, secondsAfter(now, pause)), retryingSeconds: retryingSeconds + pause };
  return finalReason ? waiting(row, finalReason) : { ...row, status: 'failed' };
}

/** The delivery, if its owner is to be asked about it now. */
export function startsToAsk({ before, after }: Transition): DeliveryRow | undefined {
  if (!after || after.status === before.status) return undefined;
  return waitsForAddress(after) ? after : undefined;
}

/** A mail server may answer anything, and one answer that the database rejects would fail the whole batch. */
function storable(message: string | undefined): string | null {
  return message === undefined ? null : message.replaceAll('\0', '').toWellFormed();
}

function wasOpenedMeanwhile(row: DeliveryRow, claim: ClaimedDelivery): boolean {
  return row.openedAt !== null && !claim.wasOpened;
}

/** Undefined if the recipient was removed or got another address after this attempt began. */
function currentAddress(row: DeliveryRow, claim: ClaimedDelivery): string | null | undefined {
  const isCurrent = row.recipientId !== null && !isLater(row.addressChangedAt, claim.addressChangedAt);
  return isCurrent && claim.recipient ? addressOf(claim.recipient) : undefined;
}

function wasCorrected(row: DeliveryRow, after: DeliveryRow, claim: ClaimedDelivery): boolean {
  if (waitsForAddress(after)) return isLater(row.addressChangedAt, claim.addressChangedAt);
  return waitsForMemory(after) && isLater(row.memoryApprovedAt, claim.memoryApprovedAt);
}

/** Was the mark set after the attempt's snapshot? Claims clear the marks, so any other instant is a later one. */
function isLater(mark: Date | null, seen: Date | null): boolean {
  return mark !== null && mark.getTime() !== seen?.getTime();
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

const withdrawnColumns = {
  status: 'waiting',
  waitingReason: 'memory_withdrawn',
  errorMessage: null,
  sweepAt: null,
} as const;

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
  { attempt, at, address }: DeliveryEvent & { kind: 'found-sent' },
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
      sentTo: address ?? row.sentTo,
      deliveredAt: at,
    },
    audit: [{ ...entry, action: 'delivery.delivered', details: { attempt, fromSendLog: true } }],
  };
}

function delivered(before: DeliveryRow, after: DeliveryRow, claim: ClaimedDelivery, now: Date): Transition {
  return { before, after, audit: auditOfDelivered(claim, after.deliveredAt ?? now) };
}
