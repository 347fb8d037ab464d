import type { DeliveryState } from '../../../../shared/delivery/schedules.ts';
import type { GiftOrderStatus } from '../../../../shared/store/gift-orders.ts';

/** 'planned' has not fallen due yet. */
export const deliveryLabels: Readonly<Record<DeliveryState | 'planned', string>> = {
  planned: 'planned',
  pending: 'due',
  sending: 'being sent',
  delivered: 'delivered',
  waiting: 'waits; the schedule says for what',
  failed: 'could not be delivered',
};

export const orderLabels: Readonly<Record<GiftOrderStatus, string>> = {
  pending: 'waiting for payment',
  paid: 'paid',
  preparing: 'being prepared',
  shipped: 'on its way',
  delivered: 'delivered',
  cancelled: 'cancelled',
};
