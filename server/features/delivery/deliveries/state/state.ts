import { sql } from 'drizzle-orm';
import { linkOnlyReasons } from '../../../../../shared/delivery/waiting-reasons.ts';
import { isSameAddress } from '../../../people/recipients/recipients.ts';
import type { DeliveryRow, WaitingReason } from '../deliveries.table.ts';

// What the state machine asks about a row.

type Reasons = readonly (WaitingReason | null)[];

/** Whether its mail may have arrived after all, so that opening its link makes it delivered. */
export function mayHaveArrived({ status, waitingReason, sentTo }: DeliveryRow): boolean {
  if (sentTo === null) return false;
  const inDoubt: Reasons = [
    'outcome_unknown',
    'bad_address',
    'held_by_staff',
    'held_by_trusted_contact',
    'held_by_guardian',
    'declined',
    'account_in_arrears',
    'memory_withdrawn',
  ];
  return status === 'pending' || status === 'failed' || inDoubt.includes(waitingReason);
}

export function waitsForAddress({
  status,
  waitingReason,
}: Pick<DeliveryRow, 'status' | 'waitingReason'>): boolean {
  // Only the owner can resolve these, by entering an address that works.
  const unresolved: Reasons = ['no_address', 'bad_address', 'not_theirs', 'outcome_unknown'];
  return status === 'failed' || unresolved.includes(waitingReason);
}

export function waitsForMemory({ waitingReason }: DeliveryRow): boolean {
  return waitingReason === 'memory_under_review' || waitingReason === 'file_damaged';
}

export function waitsForPayment({ waitingReason }: Pick<DeliveryRow, 'waitingReason'>): boolean {
  return waitingReason === 'account_in_arrears';
}

export function isStoppable({ status }: DeliveryRow): boolean {
  return status === 'pending' || status === 'waiting' || status === 'failed';
}

/** Whether another try may help: not with an approval or a parcel, for which somebody else has to act. */
export function canBeRetried({ status, waitingReason }: DeliveryRow): boolean {
  const retriable: Reasons = ['bad_address', 'outcome_unknown', 'file_damaged'];
  return status === 'failed' || retriable.includes(waitingReason);
}

/**
 * Whether it brings the memory as it was when it began, whatever becomes of the memory. Not while it waits
 * for its owner to repair the memory.
 */
export function keepsWhatItBrought(row: DeliveryRow): boolean {
  return (row.status === 'sending' || mayHaveLeft(row)) && !waitsForMemory(row);
}

/** Whether something of it has left us, or may have. */
export function mayHaveLeft(row: DeliveryRow): boolean {
  return row.status === 'delivered' || row.outcomeUnknownAt !== null || mayHaveBeenSeen(row);
}

/** Whether its recipient may have its link, or has opened it. */
export function mayHaveBeenSeen({ sentTo, openedAt }: DeliveryRow): boolean {
  return (sentTo ?? openedAt) !== null;
}

/** The same in SQL for `delivery_queue`, including deliveries that are being sent. */
export const hasLeft = sql`(status in ('delivered', 'sending') or outcome_unknown_at is not null or sent_to is not null or opened_at is not null)`;

/** Whether it is kept only for its link. */
export function isLinkOnly({ waitingReason }: DeliveryRow): boolean {
  return linkOnlyReasons.some((reason) => reason === waitingReason);
}

/** The opposite in SQL, for `delivery_queue`. */
export const isMoreThanLink = sql`coalesce(waiting_reason not in ${linkOnlyReasons}, true)`;

/** What may still be sent by itself, or once its owner repairs or pays something: not a mail of unknown outcome, nor a parcel. */
export function canBeHeld(row: DeliveryRow): boolean {
  if (isOutcomeUnknown(row)) return false;
  return row.status === 'pending' || waitsForAddress(row) || waitsForMemory(row) || waitsForPayment(row);
}

export function isHeldByStaff({ waitingReason }: DeliveryRow): boolean {
  return waitingReason === 'held_by_staff';
}

export function isHeldByContact({ waitingReason }: DeliveryRow): boolean {
  return waitingReason === 'held_by_trusted_contact';
}

export function isHeldByGuardian({ waitingReason }: DeliveryRow): boolean {
  return waitingReason === 'held_by_guardian';
}

/** Whether it waits because its recipient wants nothing more. */
export function isDeclined({ waitingReason }: DeliveryRow): boolean {
  return waitingReason === 'declined';
}

/** Whether somebody at the address it was sent to said that it is not for them. Then its link is closed, until it is sent elsewhere. */
export function isDisowned({ sentTo, disownedAddress }: DeliveryRow): boolean {
  return disownedAddress !== null && isSameAddress(sentTo, disownedAddress);
}

export function isOutcomeUnknown({ waitingReason }: DeliveryRow): boolean {
  return waitingReason === 'outcome_unknown';
}

export function isToBePosted({ waitingReason }: DeliveryRow): boolean {
  return waitingReason === 'physical_fulfilment';
}

export function isInThePost({ waitingReason }: DeliveryRow): boolean {
  return waitingReason === 'in_the_post';
}
