import type { GiftOrderStatus } from '../../../../shared/store/gift-orders.ts';
import type { GiftOrderRow } from './gifts.table.ts';

export type GiftOrderEvent =
  | 'paid'
  | 'cancelled-by-owner'
  | 'begun'
  | 'shipped'
  | 'arrived'
  | 'cancelled-by-staff';

type Order = Pick<GiftOrderRow, 'status' | 'paidAt'>;

const transitions: Record<GiftOrderStatus, Partial<Record<GiftOrderEvent, GiftOrderStatus>>> = {
  pending: { paid: 'paid', 'cancelled-by-owner': 'cancelled', 'cancelled-by-staff': 'cancelled' },
  paid: { begun: 'preparing', 'cancelled-by-owner': 'cancelled', 'cancelled-by-staff': 'cancelled' },
  preparing: { shipped: 'shipped', 'cancelled-by-owner': 'cancelled', 'cancelled-by-staff': 'cancelled' },
  shipped: { arrived: 'delivered' },
  delivered: {},
  cancelled: {},
};

/** The only place that decides how an order moves. Undefined if the event does not apply; a payment counts only once. */
export function nextStatus({ status, paidAt }: Order, event: GiftOrderEvent): GiftOrderStatus | undefined {
  if (event === 'paid' && paidAt) return undefined;
  return transitions[status][event];
}
