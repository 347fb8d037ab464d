import { itemTasks, StaffItemAct } from '../../../../shared/keepsakes/staff-items.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import type { RecipientRow } from '../../people/recipients/recipients.table.ts';
import { goesBack, type ItemEvent, type ItemState, isFeeSettled, nextStatus } from './item-state.ts';
import type { PhysicalItemRow } from './physical-items.table.ts';

const undoMinutes = 60;

export type Recipient = Pick<
  RecipientRow,
  'id' | 'firstName' | 'lastName' | 'email' | 'phone' | 'mailingAddress' | 'heldSince' | 'addressWaitsUntil'
> | null;

/** Whether the owner's account is being deleted: it is not erased while we hold anything. */
export function isLeaving({ deletionRequestedAt }: Pick<UserRow, 'deletionRequestedAt'>): boolean {
  return deletionRequestedAt !== null;
}

/** The event of an act; `arrive` and `receive` are one of two. Waiving the fee has no event. */
export function eventOf(
  act: Exclude<StaffItemAct, 'waive-fee'>,
  item: PhysicalItemRow,
  ownerLeaves = false,
): ItemEvent {
  const events = {
    receive: ownerLeaves ? 'received-while-leaving' : 'received',
    locate: 'put-away',
    'send-back': 'sent-back',
    'hand-over': 'sent-to-recipient',
    arrive: goesBack(item) ? 'returned' : 'delivered',
    'come-back': 'came-back',
    'undo-receive': 'receipt-undone',
    'report-lost': 'lost-reported',
    'confirm-lost': 'lost-confirmed',
    'not-lost': 'not-lost',
  } as const;
  return events[act];
}

/**
 * What this member of staff may do now, with what moves it on first. Nothing is handed over to somebody on hold, or
 * whose new address has to wait.
 */
export function actsOn(
  item: PhysicalItemRow,
  { recipient, memberId, now }: { recipient: Recipient; memberId: string; now: Date },
): StaffItemAct[] {
  return StaffItemAct.options.filter((act) => {
    if (act === 'waive-fee') return waitsForPayment(item);
    if (act === 'hand-over' && (recipient?.heldSince || waitsUntil(recipient, now))) return false;
    if (act === 'undo-receive' && !isJustReceived(item, now)) return false;
    if (act === 'confirm-lost' && item.lostReportedBy === memberId) return false;
    return nextStatus(item, eventOf(act, item)) !== undefined;
  });
}

/** For an hour, a receipt that was recorded by mistake can be taken back. */
export function isJustReceived({ receivedDate }: Pick<PhysicalItemRow, 'receivedDate'>, now: Date): boolean {
  return receivedDate !== null && receivedDate >= justBefore(now);
}

/** What was received since then may have been recorded by mistake. */
export function justBefore(now: Date): Date {
  return minutesAfter(now, -undoMinutes);
}

/** Until when their new address has to wait, if it does at `now`. */
export function waitsUntil(recipient: Recipient, now: Date): Date | null {
  const until = recipient?.addressWaitsUntil;
  return until && until > now ? until : null;
}

/** A return that has been neither paid for nor waived. */
export function waitsForPayment(item: ItemState): boolean {
  return item.status === 'requested_return' && !isFeeSettled(item);
}

/** The same as `taskRank` in the table. */
export function taskOf({ status, receivedDate, handOverSince }: PhysicalItemRow) {
  if (status === 'delivered' || status === 'returned') return 'rest';
  if (status === 'in_transit') return 'in-transit';
  if (!receivedDate) return 'arrival';
  if (status === 'requested_return') return 'return';
  return handOverSince ? 'hand-over' : 'rest';
}

export function rankOf(task: (typeof itemTasks)[number]): number {
  return itemTasks.indexOf(task);
}
