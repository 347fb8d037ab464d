import type { LucideIcon } from 'lucide-react';
import { CircleCheck, CircleX, Clock, Package, PackageCheck, Truck } from 'lucide-react';
import type { GiftOrderStatus } from '../../../../shared/store/gift-orders.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';

interface StatusBadge {
  label: string;
  tone: BadgeTone;
  icon: LucideIcon;
}

export const orderStatus: Readonly<Record<GiftOrderStatus, StatusBadge>> = {
  pending: { label: 'Waiting for payment', tone: 'gold', icon: Clock },
  paid: { label: 'Paid', tone: 'sage', icon: CircleCheck },
  preparing: { label: 'Being prepared', tone: 'sage', icon: Package },
  shipped: { label: 'On its way', tone: 'pine', icon: Truck },
  delivered: { label: 'Delivered', tone: 'sage', icon: PackageCheck },
  cancelled: { label: 'Cancelled', tone: 'neutral', icon: CircleX },
};
