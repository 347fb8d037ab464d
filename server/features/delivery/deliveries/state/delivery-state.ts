import type { GivenChoice } from '../../../../../shared/given-choice.ts';
import type { Contact } from '../../../../../shared/outbox/channels.ts';
import { isAmong, isSameAddress } from '../../../people/recipients/recipients.ts';
import type { Reached } from '../current-address.ts';
import type { DeliveryRow } from '../deliveries.table.ts';
import {
  afterAddressWait,
  afterHold,
  afterHoldEnded,
  afterPayment,
  afterRestoring,
  afterRevocation,
  afterStartingAgain,
} from './actions.ts';
import {
  type AddressChange,
  afterAddressChange,
  afterBounce,
  afterWorkingAgain,
  type Bouncing,
  goElsewhere,
  withFailed,
} from './addresses.ts';
import { type AttemptEnd, afterAttempt, withdrawnColumns } from './after-attempt.ts';
import { secondsLate } from './delivery-audit.ts';
import {
  afterDeclining,
  afterDecliningEnded,
  afterDisowning,
  afterDisowningEnded,
  type Disowning,
} from './recipient-says.ts';
import {
  canBeHeld,
  canBeRetried,
  isDisowned,
  isHeldByStaff,
  isInThePost,
  isOutcomeUnknown,
  isStoppable,
  isToBePosted,
  keepsWhatItBrought,
  mayHaveArrived,
  mayHaveBeenSeen,
  waitsForAddress,
  waitsForMemory,
} from './state.ts';
import {
  changed,
  entryOf,
  goingOn,
  removed,
  resumed,
  sentColumns,
  settledColumns,
  stopped,
  type Transition,
} from './steps.ts';

/** Everything that can happen to a delivery, except the claim, which is one conditional statement in claim.ts. */
export type DeliveryEvent =
  | ({ kind: 'attempted' } & AttemptEnd)
  /** Somebody pressed Open. `contacts` are where the recipient is reached now. */
  | { kind: 'opened'; contacts: readonly Contact[] }
  /** Somebody opened something else that was in the same message. */
  | { kind: 'opened-together'; contacts: readonly Contact[] }
  | ({ kind: 'address-changed' } & AddressChange)
  /** The owner says that the addresses that failed work again. */
  | { kind: 'addresses-work'; actor: string }
  /** Something can now be sent by one of their channels, which was not possible before. */
  | { kind: 'reachable'; reached: Reached }
  /** It waited until then because somebody other than the owner had changed its recipient's address, and that change no longer counts. */
  | { kind: 'address-wait-ended'; waitedUntil: Date }
  | { kind: 'memory-approved' }
  /** The memory is about to be changed; `versionId` is the version before. */
  | { kind: 'memory-changed'; versionId: string }
  /** The memory was deleted. `actor` is who did it; `versionId` is what it was, for recipients who may keep it. */
  | { kind: 'memory-withdrawn'; actor: string; received: GivenChoice; versionId: string | null }
  | { kind: 'recipient-removed' }
  | { kind: 'owner-restored' }
  /** The owner or an operator wants another try at the same address. */
  | { kind: 'retry-asked'; actor: string }
  /** Its mail was accepted and then came back. */
  | ({ kind: 'bounced-later' } & Bouncing)
  /** A trusted contact or staff put everything for its recipient on hold, or end that hold. */
  | { kind: 'recipient-held'; actor: string }
  | { kind: 'recipient-hold-ended'; actor: string }
  /** Its recipient's guardian says "not yet", or allows it, or no longer has a say. */
  | { kind: 'guardian-held'; actor: string }
  | { kind: 'guardian-hold-ended'; actor: string }
  /** Its recipient wants nothing more, or changes their mind. */
  | { kind: 'declined' }
  | { kind: 'declining-ended'; actor: string }
  /** Somebody at an address says that it is not for them, or that it is after all. */
  | ({ kind: 'disowned' } & Disowning)
  | { kind: 'disowning-ended'; address: string; actor: string }
  /** Its owner's account is paid for again. */
  | { kind: 'account-paid' }
  /** Staff put this one on hold, or end that hold. */
  | { kind: 'held'; actor: string }
  | { kind: 'hold-ended'; actor: string }
  /** Staff have found out that a mail of unknown outcome has arrived. */
  | { kind: 'found-arrived'; actor: string }
  /** Staff have posted it, and later learn that it has arrived or come back. */
  | { kind: 'posted'; actor: string; address: string }
  | { kind: 'post-arrived'; actor: string }
  | { kind: 'post-returned'; actor: string }
  /** Staff revoked the release that had made it due. */
  | { kind: 'release-revoked'; actor: string }
  /** After a revoked release, its schedule falls due again. */
  | { kind: 'started-again'; dueAt: Date }
  /** LINK_SECRET was lost, and nobody has its link yet. */
  | { kind: 'link-replaced'; tokenHash: string }
  /** According to the send log, `attempt`, which the database does not know, was accepted `at` that time. */
  | { kind: 'found-sent'; attempt: number; at: Date; contact: Contact | null };

/**
 * The state machine of a delivery; docs/decisions/011-delivery-states.md has the diagram. The caller holds
 * the row's lock. While a delivery is being sent, an edit only leaves a dated mark on the row, which is read
 * here when the outcome is recorded. Undefined when nothing changes.
 */
export function nextState(row: DeliveryRow, event: DeliveryEvent, now: Date): Transition | undefined {
  const apply = transitions[event.kind] as Apply<DeliveryEvent>;
  const next = apply(row, event, now);
  if (!next?.after) return next;
  const wasElsewhere = row.wasElsewhere || hasMoved(row, next.after);
  return { ...next, after: { ...next.after, wasElsewhere, stoppedAt: stoppedSince(next.after, now) } };
}

/** Whether its link is, or may be, in another place than where it goes from now on. */
function hasMoved({ sentTo, channel }: DeliveryRow, after: DeliveryRow): boolean {
  return sentTo !== null && channel !== 'post' && !isSameAddress(sentTo, after.sentTo);
}

function stoppedSince({ status, stoppedAt }: DeliveryRow, now: Date): Date | null {
  return status === 'waiting' || status === 'failed' ? (stoppedAt ?? now) : null;
}

type Apply<Event> = (row: DeliveryRow, event: Event, now: Date) => Transition | undefined;
type EventOf<Kind> = Extract<DeliveryEvent, { kind: Kind }>;

const transitions: { readonly [Kind in DeliveryEvent['kind']]: Apply<EventOf<Kind>> } = {
  attempted: afterAttempt,
  'found-sent': afterFinding,
  'bounced-later': afterBounce,
  opened: afterOpening,
  'opened-together': (row, { contacts }, now) => afterOpening(row, { kind: 'opened', contacts }, now, true),

  'address-changed': afterAddressChange,
  reachable: (row, { reached }, now) => goElsewhere(changed(row, row), reached, now),
  'address-wait-ended': (row, { waitedUntil }, now) => afterAddressWait(row, waitedUntil, now),
  'memory-approved': (row, _event, now) => afterApproval(row, now),
  'memory-changed': (row, { versionId }) =>
    keepsWhatItBrought(row) && !row.memoryVersionId
      ? changed(row, { ...row, memoryVersionId: versionId })
      : undefined,
  'memory-withdrawn': afterWithdrawal,
  'recipient-removed': (row) =>
    isStoppable(row) && row.waitingReason !== 'memory_withdrawn' ? removed(row) : undefined,
  'recipient-held': (row, { actor }) => afterHold(row, 'held_by_trusted_contact', actor),
  'recipient-hold-ended': (row, { actor }, now) =>
    afterHoldEnded(row, 'held_by_trusted_contact', { actor, now }),
  'guardian-held': (row, { actor }) => afterHold(row, 'held_by_guardian', actor),
  'guardian-hold-ended': (row, { actor }, now) => afterHoldEnded(row, 'held_by_guardian', { actor, now }),
  declined: (row) => afterDeclining(row),
  'declining-ended': (row, { actor }, now) => afterDecliningEnded(row, actor, now),
  disowned: (row, event) => afterDisowning(row, event),
  'disowning-ended': (row, event, now) => afterDisowningEnded(row, event, now),
  'owner-restored': (row, _event, now) => afterRestoring(row, now),
  'account-paid': (row, _event, now) => afterPayment(row, now),
  'addresses-work': (row, { actor }, now) => afterWorkingAgain(row, actor, now),
  'retry-asked': (row, { actor }, now) =>
    canBeRetried(row) ? resumed(changed(row, { ...row, failedAddresses: [] }), now, actor) : undefined,

  held: (row, { actor }) => (canBeHeld(row) ? stopped(row, 'held_by_staff', actor) : undefined),
  'hold-ended': (row, _event, now) =>
    isHeldByStaff(row) ? { ...changed(row, goingOn(row, now)), enqueue: true } : undefined,
  'found-arrived': (row, { actor }, now) =>
    isOutcomeUnknown(row) ? arrived(row, row.lastUnansweredAt ?? now, actor, 'resolved') : undefined,

  // Once it is posted, what it brings has left us. If it comes back it was never given, so another parcel
  // brings the memory as it is then. Each new state counts from now.
  posted: (row, { actor, address }, now) =>
    isToBePosted(row)
      ? stopped(row, 'in_the_post', actor, {
          ...{ stoppedAt: null, errorMessage: null, lastAttempt: now },
          ...sentColumns({ channel: 'post', address }),
        })
      : undefined,
  'post-arrived': (row, { actor }, now) => (isInThePost(row) ? arrived(row, now, actor) : undefined),
  'post-returned': (row, { actor }) =>
    isInThePost(row)
      ? stopped(row, 'physical_fulfilment', actor, {
          ...{ stoppedAt: null, errorMessage: 'It came back' },
          ...{ sentTo: null, channel: null, memoryVersionId: null },
        })
      : undefined,

  'release-revoked': (row, { actor }, now) => afterRevocation(row, actor, now),
  'started-again': (row, { dueAt }, now) => afterStartingAgain(row, dueAt, now),
  'link-replaced': (row, { tokenHash }) =>
    isStoppable(row) ? changed(row, { ...row, tokenHash }) : undefined,
};

/** The delivery, if its owner is now to be asked about it. */
export function startsToAsk({ before, after }: Transition): DeliveryRow | undefined {
  if (!after || after.status === before.status) return undefined;
  return waitsForAddress(after) ? after : undefined;
}

/** Resumes a delivery that was waiting for approval, and marks an attempt that does not know of it. */
function afterApproval(row: DeliveryRow, now: Date): Transition | undefined {
  const marked = changed(row, { ...row, memoryApprovedAt: now });
  if (waitsForMemory(row)) return resumed(marked, now);
  return row.status === 'sending' ? marked : undefined;
}

function arrived(row: DeliveryRow, deliveredAt: Date, actor: string, outcome?: 'resolved'): Transition {
  const details = { attempt: row.attemptCount };
  const entries = [entryOf(row, 'delivery.delivered', actor, details)];
  if (outcome) entries.push(entryOf(row, 'delivery.outcome-resolved', actor, details));
  return changed(row, { ...row, ...settledColumns, deliveredAt }, ...entries);
}

/** Only the first opening counts. It proves that a mail of unknown outcome arrived, so nothing more is sent. */
function afterOpening(
  row: DeliveryRow,
  { contacts }: EventOf<'opened'>,
  now: Date,
  isUnseen = false,
): Transition | undefined {
  if (row.openedAt || row.releaseRevokedAt || isDisowned(row)) return undefined;
  const open = isUnseen ? row : { ...row, openedAt: now };
  const opening = isUnseen ? [] : [entryOf(row, 'delivery.opened', 'recipient')];
  if (!mayHaveArrived(row) || !isAmong(contacts, row.sentTo))
    return isUnseen ? undefined : changed(row, open, ...opening);
  // It arrived with the last unanswered mail; dated at the opening, it might look late to its owner.
  const deliveredAt = row.lastUnansweredAt ?? now;
  const { after, audit } = arrived(open, deliveredAt, 'system', 'resolved');
  const seconds = secondsLate(row.dueAt, deliveredAt);
  const late = { attempt: row.attemptCount, ...(seconds && { seconds }) };
  const lateness = seconds ? [entryOf(row, 'delivery.late', 'system', late)] : [];
  return { before: row, after, audit: [...opening, ...audit, ...lateness] };
}

/**
 * A delivery whose mail may have arrived keeps its link, which goes on showing what was sent, or says that it was taken back.
 */
function afterWithdrawal(
  row: DeliveryRow,
  { actor, received, versionId }: EventOf<'memory-withdrawn'>,
  now: Date,
): Transition | undefined {
  const memoryVersionId = received === 'keep' ? (row.memoryVersionId ?? versionId) : null;
  if (row.status === 'delivered' && memoryVersionId !== row.memoryVersionId)
    return changed(row, { ...row, memoryVersionId });
  const after = { ...row, memoryVersionId, memoryWithdrawnAt: now };
  if (row.status === 'sending') return changed(row, after);
  if (!isStoppable(row)) return undefined;
  if (!mayHaveBeenSeen(row)) return removed(row);
  const reason = withdrawnColumns.waitingReason;
  const entry = entryOf(row, 'delivery.waiting', actor, { reason });
  return changed(row, { ...after, ...withdrawnColumns }, entry);
}

/** It may have been delivered before: it came back then, or was disowned, and went on to another address. */
function afterFinding(
  row: DeliveryRow,
  { attempt, at, contact }: EventOf<'found-sent'>,
): Transition | undefined {
  if (row.attemptCount >= attempt) return undefined;
  const before = row.status === 'delivered' && row.sentTo !== contact?.address ? row.sentTo : null;
  const sent = {
    claimId: null,
    attemptCount: attempt,
    lastAttempt: at,
    deliveredAt: at,
    openedAt: row.status === 'delivered' ? null : row.openedAt,
    failedAddresses: before === null ? row.failedAddresses : withFailed(row, before),
    ...sentColumns(contact),
  };
  const entry = entryOf(row, 'delivery.delivered', 'system', { attempt, fromSendLog: true });
  return changed(row, { ...row, ...settledColumns, ...sent }, entry);
}
