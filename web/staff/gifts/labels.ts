import { CircleAlert, CircleX, Clock, Package, PackageCheck, Truck } from 'lucide-react';
import type { GiftOrderStatus } from '../../../shared/store/gift-orders.ts';
import type { StaffGiftOrder, StaffOrderAct } from '../../../shared/store/staff-gift-orders.ts';
import type { StateLabel } from '../console/row-buttons.tsx';

export const statusLabels: Record<GiftOrderStatus, StateLabel> = {
  paid: { label: 'Paid, not begun', tone: 'gold', icon: CircleAlert },
  preparing: { label: 'In preparation', tone: 'pine', icon: Package },
  shipped: { label: 'On its way', tone: 'neutral', icon: Truck },
  pending: { label: 'Not paid yet', tone: 'neutral', icon: Clock },
  delivered: { label: 'Arrived', tone: 'sage', icon: PackageCheck },
  cancelled: { label: 'Cancelled', tone: 'neutral', icon: CircleX },
};

export type OrderAct = StaffOrderAct | 'details';

export const actLabels: Record<OrderAct, { button: string; title: string; what: string; done: string }> = {
  begin: {
    button: 'Begin',
    title: 'Begin this order',
    what: 'Colleagues see that somebody is preparing it. Its owner sees “Being prepared”.',
    done: 'The order is begun',
  },
  ship: {
    button: 'Sent',
    title: 'Mark it as sent',
    what: 'The owner gets an email with the tracking number.',
    done: 'The order is on its way',
  },
  arrive: {
    button: 'Arrived',
    title: 'Mark it as arrived',
    what: 'Nothing more can be done to the order afterwards.',
    done: 'The order has arrived',
  },
  cancel: {
    button: 'Cancel the order',
    title: 'Cancel this order',
    what: 'Nothing will be sent, and the owner gets an email. What was paid for it is refunded at once.',
    done: 'The order is cancelled',
  },
  details: {
    button: 'Numbers and notes',
    title: 'Change numbers and notes',
    what: 'Its owner sees the tracking number, never the other two.',
    done: 'The order is changed',
  },
};

const afterDeath: Partial<Record<OrderAct, string>> = {
  ship: 'The owner has died, so nobody gets an email with the tracking number.',
  cancel:
    'The owner has died, so nobody gets an email, and nobody can order it again. If it can still be sent, even late, please send it instead. What was paid goes back the way it came.',
};

/** What an action does, in a sentence or two. */
export function describeAct(act: OrderAct, { hasDied }: StaffGiftOrder['owner']): string {
  return (hasDied && afterDeath[act]) || actLabels[act].what;
}
