import { secondsAfter } from '../../../../platform/clock.ts';
import { mailsWithoutAnswer, nextPause } from '../../../outbox/messages/retries/retries.ts';
import { contactsOf } from '../../../people/recipients/recipients.ts';
import { nextContact, type Reached } from '../current-address.ts';
import type { DeliveryRow } from '../deliveries.table.ts';
import type { ClaimedDelivery } from '../send/claim.ts';
import type { Outcome } from '../send/outcome.ts';
import { requeueTime } from '../start/enqueue.ts';
import { closedColumns } from './actions.ts';
import { goElsewhere, withFailed } from './addresses.ts';
import { auditOfDelivered, auditOfStop, isUnanswered } from './delivery-audit.ts';
import { afterMisdelivery } from './recipient-says.ts';
import {
  isDeclined,
  isHeldByContact,
  isHeldByGuardian,
  keepsWhatItBrought,
  mayHaveArrived,
  mayHaveBeenSeen,
  mayHaveLeft,
  waitsForMemory,
  waitsForPayment,
} from './state.ts';
import {
  afresh,
  changed,
  continued,
  pending,
  removed,
  resumed,
  sentColumns,
  settledColumns,
  storable,
  type Transition,
  waiting,
} from './steps.ts';

/** An attempt has ended. `jitter` (0 to 1) spreads the retries. */
export interface AttemptEnd {
  claim: ClaimedDelivery;
  outcome: Outcome;
  jitter: number;
  /** The longest that any delivery in its message has been retried: they are all retried together. */
  retryingSeconds?: number;
  /** The link of its message was opened during this attempt. */
  wasOpened?: boolean;
  /** Where its recipient is reached now, if that changed during this attempt. */
  reached?: Reached | undefined;
}

export function afterAttempt(row: DeliveryRow, end: AttemptEnd, now: Date): Transition | undefined {
  const { claim, outcome, wasOpened } = end;
  if (row.status !== 'sending' || row.claimId !== claim.claimId) return undefined;
  const after = withoutUnsentVersion(afterOutcome(row, end, now));
  const misdelivery = afterMisdelivery(row, after, claim.disownedAddress);
  if (misdelivery) return (end.reached && goElsewhere(misdelivery, end.reached, now)) ?? misdelivery;
  if (after.status === 'delivered') return delivered(row, after, claim, now);
  if (
    (wasOpened || wasOpenedMeanwhile(row, claim)) &&
    mayHaveArrived(after) &&
    after.sentTo === currentAddress(row, claim)
  ) {
    return delivered(row, { ...after, ...settledColumns, deliveredAt: now }, claim, now);
  }
  const stoppedAs = (stop: DeliveryRow) => changed(row, stop, ...auditOfStop(stop, claim, outcome));
  if (row.memoryWithdrawnAt && mayHaveBeenSeen(after)) return stoppedAs({ ...after, ...withdrawnColumns });
  if (row.memoryWithdrawnAt || row.recipientId === null || outcome.kind === 'withdrawn') return removed(row);
  if (row.releaseRevokedAt)
    return mayHaveLeft(after) ? stoppedAs({ ...after, ...closedColumns }) : removed(row);
  const stopped = stoppedAs(after);
  const isHeld = isHeldByContact(after) || isHeldByGuardian(after) || isDeclined(after);
  const isHoldOver = isHeld && isLater(row.holdEndedAt, claim.holdEndedAt);
  const isPaid = waitsForPayment(after) && isLater(row.accountPaidAt, claim.accountPaidAt);
  if (isHoldOver || isPaid) return continued(stopped, now);
  const isOther = outcome.kind === 'put-off' && isLater(row.addressChangedAt, claim.addressChangedAt);
  if (isOther || wasMended(row, after, claim)) return resumed(stopped, now);
  return (end.reached && goElsewhere(stopped, end.reached, now)) ?? stopped;
}

/** A delivery that was not sent after all will bring the memory as it is then. */
function withoutUnsentVersion(row: DeliveryRow): DeliveryRow {
  return keepsWhatItBrought(row) ? row : { ...row, memoryVersionId: null };
}

/** The row after the outcome alone, ignoring edits made meanwhile. */
function afterOutcome(row: DeliveryRow, end: AttemptEnd, now: Date): DeliveryRow {
  const { claim, outcome } = end;
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
        ...sentColumns(outcome.sentTo),
        deliveredAt: outcome.at ?? now,
        outcomeUnknownAt: null,
      };
    case 'waiting':
      return outcome.reason === 'bad_address'
        ? afterGivingUp(base, claim, waiting(base, outcome.reason), now)
        : waiting(base, outcome.reason);
    case 'later':
      return laterOrNever(
        isUnanswered(outcome) ? unanswered(base, claim, now) : base,
        { ...end, outcome },
        now,
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
    // A recipient who has the link may need a code for a second device, which goes to the same address.
    ...sentColumns(claim.contact),
    unansweredMails: claim.unansweredMails + 1,
    lastUnansweredAt: now,
    outcomeUnknownAt: now,
  };
}

function laterOrNever(
  row: DeliveryRow,
  end: AttemptEnd & { outcome: { kind: 'later' } },
  now: Date,
): DeliveryRow {
  const { claim, outcome, jitter } = end;
  const { unknown, finalReason } = outcome;
  const unansweredMails = unknown ? (claim.contact?.channel === 'email' ? row.unansweredMails : 1) : 0;
  if (unansweredMails >= mailsWithoutAnswer) return waiting(row, 'outcome_unknown');
  const retryingSeconds = Math.max(row.retryingSeconds, end.retryingSeconds ?? 0);
  const pause = nextPause({ retryingSeconds, unanswered: unansweredMails }, jitter);
  if (pause !== undefined)
    return { ...pending(row, secondsAfter(now, pause)), retryingSeconds: retryingSeconds + pause };
  return finalReason
    ? waiting(row, finalReason)
    : afterGivingUp(row, claim, { ...row, status: 'failed' }, now);
}

/** Nothing more is sent to this address: their next address is tried, as patiently as the first. Without another one it stops as `stop` says. */
function afterGivingUp(
  row: DeliveryRow,
  { recipient, contact, channels, notTheirs }: ClaimedDelivery,
  stop: DeliveryRow,
  now: Date,
): DeliveryRow {
  if (!recipient || !contact) return stop;
  const failedAddresses = withFailed(row, contact.address);
  return nextContact({ contacts: contactsOf(recipient), channels, notTheirs }, failedAddresses)
    ? { ...pending(row, now), ...afresh, failedAddresses }
    : { ...stop, failedAddresses };
}

function wasOpenedMeanwhile(row: DeliveryRow, claim: ClaimedDelivery): boolean {
  return row.openedAt !== null && !claim.wasOpened;
}

/** Undefined if the recipient was removed or their address changed after this attempt began. */
function currentAddress(row: DeliveryRow, claim: ClaimedDelivery): string | null | undefined {
  const isCurrent = row.recipientId !== null && !isLater(row.addressChangedAt, claim.addressChangedAt);
  return isCurrent && claim.contact ? claim.contact.address : undefined;
}

function wasMended(row: DeliveryRow, after: DeliveryRow, claim: ClaimedDelivery): boolean {
  return waitsForMemory(after) && isLater(row.memoryApprovedAt, claim.memoryApprovedAt);
}

/** Whether the mark was set after the attempt's snapshot. Claims clear the marks, so any different instant is a later one. */
function isLater(mark: Date | null, seen: Date | null): boolean {
  return mark !== null && mark.getTime() !== seen?.getTime();
}

export const withdrawnColumns = {
  status: 'waiting',
  waitingReason: 'memory_withdrawn',
  errorMessage: null,
  sweepAt: null,
} as const;

function delivered(before: DeliveryRow, after: DeliveryRow, claim: ClaimedDelivery, now: Date): Transition {
  return changed(before, after, ...auditOfDelivered(claim, after.deliveredAt ?? now));
}
