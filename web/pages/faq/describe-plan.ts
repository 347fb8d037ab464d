import { formatDollars } from '../../../shared/dollars.ts';
import type { Plan } from '../../../shared/plans.ts';
import { formatYears, planNotes, reducedAfterYears } from '../../lib/plan-text.ts';

export function describePrice(plan: Plan): string {
  const { reducedRate } = planNotes[plan.key];
  const later = `then ${formatDollars(plan.reducedMonthlyPrice)} a month after ${formatYears(reducedAfterYears(plan))}`;
  return `${formatDollars(plan.monthlyPrice)} a month, ${later}${reducedRate ? ` (${reducedRate})` : ''}`;
}

export function describeLimits({
  key,
  memoryLimits,
  deliveryDatesPerYear,
  physicalItems,
  guaranteeYears,
}: Plan): string {
  const { extras } = planNotes[key];
  return [
    count(memoryLimits.letter, 'letter'),
    count(memoryLimits.photo, 'photo'),
    count(memoryLimits.video, 'video'),
    count(memoryLimits.audio, 'audio recording'),
    ...(physicalItems > 0 ? [count(physicalItems, 'physical item')] : []),
    `${count(deliveryDatesPerYear, 'delivery date')} a year`,
    `a guarantee of ${formatYears(guaranteeYears)}`,
    ...(extras ? [extras.toLowerCase()] : []),
  ].join(', ');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
