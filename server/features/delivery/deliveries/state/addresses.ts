import { sql } from 'drizzle-orm';
import type { Contact } from '../../../../../shared/outbox/channels.ts';
import { isAmong, isSameAddress } from '../../../people/recipients/recipients.ts';
import { nextContact, type Reached } from '../current-address.ts';
import type { DeliveryRow } from '../deliveries.table.ts';
import { isOutcomeUnknown, waitsForAddress } from './state.ts';
import { type Change, changed, entryOf, resumed, storable, type Transition, waiting } from './steps.ts';

// What becomes of a delivery when an address of its recipient changes, or turns out not to work.

export interface AddressChange {
  /** Where its recipient was reached before the change, and is now. */
  before: readonly Contact[];
  reached: Reached;
}

/** A delivery that waited for an address goes on if there is one that was not tried; one that is entered again counts as such. */
export function afterAddressChange(
  row: DeliveryRow,
  { before, reached }: AddressChange,
  now: Date,
): Transition | undefined {
  const entered = reached.contacts.filter(({ address }) => !isAmong(before, address));
  const failedAddresses = row.failedAddresses.filter((address) => !isAmong(entered, address));
  const marked = changed(row, { ...row, failedAddresses, addressChangedAt: now });
  return row.status === 'sending' ? marked : goElsewhere(marked, reached, now);
}

/** Whether something was sent to an address of its recipient and did not arrive. */
export function waitsForFailedAddress({ status, waitingReason }: DeliveryRow): boolean {
  return status === 'failed' || waitingReason === 'bad_address' || waitingReason === 'outcome_unknown';
}

/** The same in SQL, for `delivery_queue`. */
export const isWaitingForFailedAddress = sql`(status = 'failed' or coalesce(waiting_reason in ('bad_address', 'outcome_unknown'), false))`;

/** What did not arrive is sent again, to the first address first. One that waits for something else forgets which addresses failed. */
export function afterWorkingAgain(row: DeliveryRow, actor: string, now: Date): Transition | undefined {
  const forgotten = changed(row, { ...row, failedAddresses: [] });
  if (row.status === 'sending') return undefined;
  if (waitsForFailedAddress(row)) return resumed(forgotten, now, actor);
  return row.failedAddresses.length > 0 ? forgotten : undefined;
}

/** Resumes one that waits for an address, if one is left to try; not if it may have arrived, since three mails may have gone there. */
export function goElsewhere(change: Change, reached: Reached, now: Date): Transition | undefined {
  const { after } = change;
  if (!waitsForAddress(after)) return undefined;
  const failedAddresses =
    isOutcomeUnknown(after) && after.sentTo ? withFailed(after, after.sentTo) : after.failedAddresses;
  const isThereAnother = nextContact(reached, failedAddresses) !== undefined;
  return isThereAnother ? resumed({ ...change, after: { ...after, failedAddresses } }, now) : undefined;
}

/** The failed addresses of a delivery, including this one. */
export function withFailed(row: DeliveryRow, address: string): string[] {
  return hasFailed(row, address) ? row.failedAddresses : [...row.failedAddresses, address];
}

export function hasFailed({ failedAddresses }: DeliveryRow, address: string): boolean {
  return failedAddresses.some((failed) => isSameAddress(failed, address));
}

export interface Bouncing {
  address: string;
  /** Where its recipient is reached now. */
  reached: Reached;
  /** The mail system's reply. */
  message: string;
}

/** A mail that was opened did arrive, whatever came back. Otherwise it goes to their next address, if there is one. */
export function afterBounce(
  row: DeliveryRow,
  { address, reached, message }: Bouncing,
  now: Date,
): Transition | undefined {
  const isMoot = row.status !== 'delivered' || row.openedAt !== null || !isSameAddress(row.sentTo, address);
  if (isMoot || row.recipientId === null) return undefined;
  const reason = row.releaseRevokedAt ? 'release_revoked' : 'bad_address';
  const details = { attempt: row.attemptCount };
  const failedAddresses = withFailed(row, address);
  const asked = changed(
    row,
    { ...waiting(row, reason), failedAddresses, errorMessage: storable(message), deliveredAt: null },
    entryOf(row, 'delivery.bounced', 'system', details),
    entryOf(row, 'delivery.waiting', 'system', { ...details, reason }),
  );
  const next = nextContact(reached, failedAddresses);
  return row.releaseRevokedAt || !next ? asked : resumed(asked, now);
}
