import type { LucideIcon } from 'lucide-react';
import { CircleCheck, CircleX, Clock, PackageCheck, Truck } from 'lucide-react';
import type { GiftOrderStatus } from '../../../../shared/store/gift-orders.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';

interface StatusWords {
  words: string;
  tone: BadgeTone;
  icon: LucideIcon;
}

/** How far an order is, in words. */
export const orderStatus: Readonly<Record<GiftOrderStatus, StatusWords>> = {
  pending: { words: 'Waiting for payment', tone: 'gold', icon: Clock },
  paid: { words: 'Paid', tone: 'sage', icon: CircleCheck },
  shipped: { words: 'On its way', tone: 'pine', icon: Truck },
  delivered: { words: 'Delivered', tone: 'sage', icon: PackageCheck },
  cancelled: { words: 'Cancelled', tone: 'neutral', icon: CircleX },
};
