import { CircleAlert, CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react';
import type { RefundCause, RefundState } from '../../../../shared/billing/refunds.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';

export const causeWords: Record<RefundCause, string> = {
  'paid-twice': 'Paid twice for the same thing',
  'lesser-plan': 'Paid for a plan while a larger one was paid already',
  'arrears-paid-twice': 'Months that were missing, paid by two people',
  'order-cancelled': 'Paid for a gift order that was cancelled',
  'booking-cancelled': 'Paid for a session that was cancelled in time',
  'return-fee-not-due': 'Paid for a return that was not needed',
  'at-provider': 'Given back on the provider’s pages',
};

export const stateWords: Record<RefundState, { label: string; tone: BadgeTone; icon: LucideIcon }> = {
  owed: { label: 'To give back', tone: 'gold', icon: CircleAlert },
  refunding: { label: 'Being given back', tone: 'pine', icon: Clock },
  refused: { label: 'Refused', tone: 'rose', icon: CircleX },
  'given-back': { label: 'Given back', tone: 'sage', icon: CircleCheck },
};
