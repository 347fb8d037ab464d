import { CircleCheck, CircleHelp, Hourglass, PackageCheck, Truck, Undo2 } from 'lucide-react';
import { formatDollars } from '../../../../shared/dollars.ts';
import type { ItemHandover } from '../../../../shared/keepsakes/item-handovers.ts';
import type { ItemCategory, ItemStatus } from '../../../../shared/keepsakes/item-rules.ts';
import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import type { BadgeLook } from '../../../ui/badge.tsx';

export const categoryLabels: Readonly<Record<ItemCategory, string>> = {
  jewelry: 'Jewelry',
  document: 'Document',
  keepsake: 'Keepsake',
  artwork: 'Artwork',
  other: 'Other',
};

const statusBadges: Readonly<Record<ItemStatus, BadgeLook>> = {
  stored: { children: 'Safely Stored', tone: 'sage', icon: CircleCheck },
  requested_return: { children: 'Return Requested', tone: 'gold', icon: Undo2 },
  in_transit: { children: 'In Transit', tone: 'pine', icon: Truck },
  delivered: { children: 'Delivered', tone: 'sage', icon: PackageCheck },
  returned: { children: 'Returned', tone: 'neutral', icon: PackageCheck },
};

const awaited: BadgeLook = { children: 'Awaiting arrival', tone: 'gold', icon: Hourglass };
const lost: BadgeLook = { children: 'Lost on its way', tone: 'rose', icon: CircleHelp };

type Arrival = Pick<PhysicalItem, 'status' | 'receivedDate' | 'lostAt'>;

export function badgeOf({ status, receivedDate, lostAt }: Arrival): BadgeLook {
  if (lostAt) return lost;
  return status === 'stored' && !receivedDate ? awaited : statusBadges[status];
}

/** 'Jewelry, insured for $4,000' */
export function describeValue({ category, insuranceValue, hasInsurance }: PhysicalItem): string {
  if (!hasInsurance) return `${categoryLabels[category]}, not insured`;
  const worth = insuranceValue === null ? '' : ` for ${formatDollars(insuranceValue)}`;
  return `${categoryLabels[category]}, insured${worth}`;
}

/** Whom it goes to, in a line; once it is on its way back or there, that is its owner. */
export function describeRecipient({
  recipientName,
  status,
  returnRequestDate,
  lostAt,
}: PhysicalItem): string {
  if (status === 'returned') return 'Back with you';
  if (status === 'in_transit' && returnRequestDate)
    return lostAt ? 'Lost on its way back to you' : 'On its way back to you';
  if (!recipientName) return 'Nobody is chosen to have it yet';
  return status === 'delivered' ? `For ${recipientName}` : `For ${recipientName}, after your death`;
}

/** What happened, in a sentence for its owner. */
export function describeStep({ step, from, to, byName }: ItemHandover): string {
  const sentences: Record<ItemHandover['step'], string> = {
    received: `Received by ${byName} from ${from}.`,
    receipt_undone: `Taken back by ${byName}: it had not arrived.`,
    put_away: `Put in another place by ${byName}.`,
    sent_back: `Sent to ${to} by ${byName}.`,
    sent_to_recipient: `Sent to ${to} by ${byName}.`,
    came_back: `It came back to us, and was received by ${byName}.`,
    returned: `Handed to ${to}. Its journey ends here.`,
    delivered: `Handed to ${to}. Its journey ends here.`,
    lost: `Lost on its way${to && ` to ${to}`}. Two of us looked into it; ${byName} recorded it.`,
    not_lost: `Not lost after all, says ${byName}: it is on its way.`,
  };
  return sentences[step];
}

/** What comes next; null once it has reached somebody. */
export function nextStep(item: PhysicalItem): { when: string; what: string } | null {
  const { status, recipientName, receivedDate } = item;
  if (status === 'delivered' || status === 'returned') return null;
  if (item.lostAt) return { when: 'If it is found', what: 'We write to you at once.' };
  if (status === 'requested_return' || item.returnRequestDate)
    return { when: 'Next', what: 'It comes back to you.' };
  if (!receivedDate) return { when: 'Next', what: 'You send it to us, and we write down who received it.' };
  const to = recipientName ?? 'the person your trusted contacts name';
  return { when: 'After your death', what: `Handed to ${to}. Its journey ends here.` };
}

/** Only what was never sent to us, or is no longer with us, can be removed from the list. */
export function isDeletable({ status, receivedDate, lostAt }: PhysicalItem): boolean {
  if (lostAt) return true;
  return status === 'delivered' || status === 'returned' || (status === 'stored' && !receivedDate);
}

export function isEditable({ status }: PhysicalItem): boolean {
  return status === 'stored' || status === 'requested_return';
}

export function isFeeDue({ status, returnFee, returnFeePaidAt }: PhysicalItem): boolean {
  return status === 'requested_return' && (returnFee ?? 0) > 0 && returnFeePaidAt === null;
}

/** For owners with as many items as their plan holds. */
export const placeBecomesFree =
  'A place becomes free as soon as one of them is back with you or has been handed over.';
