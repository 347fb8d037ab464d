import type { SeenItem } from '../../../../shared/keepsakes/staff-item-changes.ts';
import { fullNameOf } from '../../../../shared/names.ts';
import { differences, requireAsSeen } from '../../../platform/as-seen.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { goesBack, isFeeSettled } from './item-state.ts';
import type { PhysicalItemRow } from './physical-items.table.ts';
import type { Recipient } from './staff-rules.ts';

export function seenOf(
  item: PhysicalItemRow,
  recipient: Recipient,
  { address }: Pick<UserRow, 'address'>,
): SeenItem {
  return {
    status: item.status,
    storageLocation: item.storageLocation,
    isFeeSettled: isFeeSettled(item),
    recipientName: recipient && fullNameOf(recipient),
    mailingAddress: goesBack(item) ? address : (recipient?.mailingAddress ?? null),
    isHeld: Boolean(recipient?.heldSince),
    lostReason: item.lostReason,
    isLost: item.lostAt !== null,
  };
}

const words: Record<keyof SeenItem, string> = {
  status: 'The status',
  storageLocation: 'The place',
  isFeeSettled: 'Whether the return is paid',
  recipientName: 'The recipient',
  mailingAddress: 'The address',
  isHeld: 'Whether the recipient is held',
  lostReason: 'What is said of its loss',
  isLost: 'Whether it is lost',
};

/** 409 with a sentence for each field that changed since staff looked. */
export function requireUnchanged(seen: SeenItem, now: SeenItem): void {
  requireAsSeen('item', differences(words, seen, now));
}
