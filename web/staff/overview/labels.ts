import { numberWord } from '../../../shared/in-words.ts';
import { capitalized } from '../../../shared/letter-case.ts';
import type { HealthPart, StaffOverview, StaffQueueName } from '../../../shared/staff/overview.ts';
import { dayIn } from '../../lib/calendar-day.ts';
import { inFigures } from '../console/format.ts';

export const queueLabels: Record<StaffQueueName, { label: string; href: string }> = {
  holds: { label: 'Holds of all deliveries', href: '/admin/deliveries' },
  'death-reports': { label: 'Death reports', href: '/admin/death-reports' },
  'life-changes': { label: 'Holds and changes', href: '/admin/life-changes' },
  'address-changes': { label: 'New addresses', href: '/admin/address-changes' },
  deliveries: { label: 'Deliveries that wait for us', href: '/admin/deliveries' },
  memories: { label: 'Memory review', href: '/admin/memories' },
  'counselor-bookings': { label: 'Sessions to confirm', href: '/admin/counseling' },
  'therapy-requests': { label: 'Requests for another time', href: '/admin/therapy-requests' },
  'physical-items': { label: 'Items to send back or hand over', href: '/admin/physical-items' },
  'storage-requests': { label: 'Storage requests to answer', href: '/admin/storage-requests' },
  'gift-orders': { label: 'Gift orders to send', href: '/admin/gift-orders' },
  refunds: { label: 'Payments to refund', href: '/admin/refunds' },
  disputes: { label: 'Disputed charges', href: '/admin/disputes' },
  arrears: { label: 'In arrears', href: '/admin/arrears' },
  'payment-notices': { label: 'Payment events that failed', href: '/admin/payment-notices' },
  mails: { label: 'Emails that failed', href: '/admin/mails?state=failed' },
};

export function sentenceOf({ queues, missedToday }: StaffOverview): string {
  return `${lateSentence(queues.map(({ late }) => late).filter((late) => late > 0))} ${missedSentence(missedToday)}`;
}

/** `late` is how many are late in each queue where any are. */
function lateSentence(late: readonly number[]): string {
  const things = late.reduce((sum, each) => sum + each, 0);
  if (things === 0) return 'Nothing is late.';
  const where = late.length > 1 ? `, in ${numberWord(late.length)} queues` : '';
  return `${capitalized(numberWord(things))} ${things === 1 ? 'thing is' : 'things are'} late${where}.`;
}

function missedSentence(deliveries: number): string {
  if (deliveries === 0) return 'Nothing due today has been missed.';
  if (deliveries === 1) return 'One delivery due today has not gone out.';
  return `${inFigures(deliveries)} deliveries due today have not gone out.`;
}

export function describeHealth(parts: readonly HealthPart[]): string {
  const having = (state: HealthPart['state']) => parts.filter((part) => part.state === state).length;
  const trouble = having('trouble');
  const missing = having('not-set-up');
  const running = trouble === 0 ? 'All running' : `${inFigures(trouble)} in trouble`;
  return missing === 0 ? running : `${running}, ${inFigures(missing)} not set up`;
}

export function dayAt(milliseconds: number, timezone: string): string {
  return dayIn(timezone, milliseconds);
}

/** The end of an axis up to `most`: a round number whose half is round too, at least 4. */
export function axisEnd(most: number): number {
  if (most <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(most));
  const factor = [1, 2, 4, 6, 8, 10].find((factor) => factor * power >= most) ?? 10;
  return factor * power;
}
