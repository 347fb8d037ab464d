import { CircleAlert, CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react';
import type { DisputeStatus } from '../../../../shared/billing/disputes.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';

export const statusWords: Record<DisputeStatus, { label: string; tone: BadgeTone; icon: LucideIcon }> = {
  asked: { label: 'Wants an answer', tone: 'gold', icon: CircleAlert },
  'looked-at': { label: 'The bank decides', tone: 'pine', icon: Clock },
  won: { label: 'Decided for us', tone: 'sage', icon: CircleCheck },
  lost: { label: 'Decided for the payer', tone: 'rose', icon: CircleX },
};

/** `product_not_received`: the provider's name of a reason, as words. */
export function reasonWords(reason: string): string {
  const words = reason.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What was paid, for a colleague. */
export function purposeWords(purpose: string): string {
  const known: Readonly<Record<string, string>> = {
    renewal: 'A renewal',
    subscription: 'A plan, first payment',
  };
  return known[purpose] ?? reasonWords(purpose.replaceAll('-', '_'));
}
