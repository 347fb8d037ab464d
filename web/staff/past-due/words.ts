import { CircleAlert, CircleX, type LucideIcon } from 'lucide-react';
import type { PastDueAccount } from '../../../shared/billing/past-due.ts';
import { formatDate } from '../../../shared/dates.ts';
import { formatDollarsAndCents } from '../../../shared/dollars.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import { staffTimeZone } from '../console/times.ts';

/** What each mail is about. */
const stepWords: Record<PastDueAccount['told'][number]['step'], string> = {
  before: 'A week before it ended',
  lapse: 'When it ended',
  'month-1': 'A month later',
  'month-2': 'Two months later',
  over: 'After the three months',
  held: 'A delivery is waiting',
  death: 'After the death of the owner',
};

/** A line for each mail. Before the lapse only the owner gets it. */
export function toldWords({ told }: PastDueAccount): string {
  const lines = told.map(({ step, at }) => {
    const whom = step === 'before' ? 'the owner' : 'the owner, while alive, and trusted contacts';
    return `${formatDate(at, staffTimeZone())}: ${stepWords[step]}, to ${whom}`;
  });
  return lines.join('\n') || 'Nobody has been told yet';
}

export function dueWords({ monthsDue, amount }: PastDueAccount): string {
  return `${monthsDue} ${monthsDue === 1 ? 'month' : 'months'}, ${formatDollarsAndCents(amount)}`;
}

export function graceWords({ isGuaranteed }: PastDueAccount): {
  label: string;
  tone: BadgeTone;
  icon: LucideIcon;
} {
  return isGuaranteed
    ? { label: 'In the grace period', tone: 'gold', icon: CircleAlert }
    : { label: 'No longer guaranteed', tone: 'rose', icon: CircleX };
}
