import { formatDollars } from '../../../shared/dollars.ts';
import type { StaffItem } from '../../../shared/keepsakes/staff-items.ts';
import type { Fact } from '../console/facts.tsx';
import { momentOf } from '../console/format.ts';

export function factsOf(item: StaffItem): Fact[] {
  const { owner, recipient, trustedContacts, insuranceValue } = item;
  return [
    ['What it is', item.description],
    ['Kept in', item.storageLocation],
    ['Insured for', insuranceValue === null ? null : formatDollars(insuranceValue)],
    ['Owner', inLines([owner.name, owner.email, owner.address])],
    [
      'Their account',
      owner.isLeaving && 'Is being deleted. Nothing of it is erased before they have this back.',
    ],
    ['For', describeRecipient(item)],
    ['Ask', inLines(trustedContacts.map(({ name, email }) => (email ? `${name}, ${email}` : name)))],
    ['Handing over', recipient || item.handOverSince ? item.deliveryInstructions : null],
    ['On the card', item.personalMessage],
    ['Asked back', item.returnReason],
    ['Fee', describeFee(item)],
    ['Said to be lost', describeLoss(item)],
    ['Who has had it', inLines(item.handovers.map(describeHandover))],
  ];
}

function inLines(parts: readonly (string | null | false)[]): string | null {
  return parts.filter(Boolean).join('\n') || null;
}

function describeFee({ returnFee, isFeeSettled }: StaffItem): string | null {
  if (returnFee === null) return null;
  if (isFeeSettled) return 'settled';
  return `${formatDollars(returnFee)}, not paid yet. It is not sent back before its owner has paid, or you waive the fee.`;
}

function describeLoss({ lostReport, lostAt, recipient, handOverSince, returnRequestDate }: StaffItem) {
  if (!lostReport) return null;
  const { at, byName, reason } = lostReport;
  const isUntold = handOverSince !== null && (returnRequestDate !== null || !recipient?.email);
  return inLines([
    `${momentOf(at)}, by ${byName ?? 'a former colleague'}: ${reason}`,
    lostAt ? `Confirmed ${momentOf(lostAt)}` : 'A colleague has to confirm it',
    isUntold && 'Nobody can be told by email: please tell the family yourself.',
  ]);
}

function describeHandover(handover: StaffItem['handovers'][number]): string {
  const { step, at, from, to, byName, sealNumber, trackingNumber } = handover;
  const numbers = [sealNumber && `seal ${sealNumber}`, trackingNumber && `tracking number ${trackingNumber}`];
  const what = losses[step] ?? '';
  return [`${momentOf(at)}: ${what}${from} to ${to}, by ${byName}`, ...numbers].filter(Boolean).join(', ');
}

const losses: Partial<Record<StaffItem['handovers'][number]['step'], string>> = {
  lost: 'lost on the way, ',
  not_lost: 'not lost after all, ',
};

function describeRecipient({ recipient, handOverSince }: StaffItem): string | null {
  if (!recipient) return handOverSince ? 'Nobody was named' : null;
  const { name, mailingAddress, email, phone, isHeld, waitsUntil } = recipient;
  return inLines([
    name,
    isHeld && 'Held: nothing goes to them for now',
    waitsUntil && `New address: nothing goes there before ${momentOf(waitsUntil)}`,
    mailingAddress,
    email,
    phone,
  ]);
}
