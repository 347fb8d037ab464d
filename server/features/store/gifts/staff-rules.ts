import type { SeenGiftOrder, StaffOrderAct } from '../../../../shared/store/staff-gift-orders.ts';
import { differences, requireAsSeen } from '../../../platform/as-seen.ts';
import { type GiftOrderEvent, nextStatus } from './gift-order-state.ts';
import type { GiftOrderRow } from './gifts.table.ts';

export const eventOf = {
  begin: 'begun',
  ship: 'shipped',
  arrive: 'arrived',
  cancel: 'cancelled-by-staff',
} as const satisfies Record<StaffOrderAct, GiftOrderEvent>;

/** What staff may do to an order in its present state. */
export function actsOn(order: GiftOrderRow): StaffOrderAct[] {
  const acts = Object.keys(eventOf) as StaffOrderAct[];
  return acts.filter((act) => nextStatus(order, eventOf[act]));
}

const words: Record<keyof SeenGiftOrder, string> = {
  status: 'The status',
  trackingNumber: 'The tracking number',
  vendorOrderId: 'The number at the vendor',
  adminNotes: 'The notes',
};

/** 409 with a sentence for each field that changed since staff looked, so that nothing is overwritten unseen. */
export function requireUnchanged(seen: SeenGiftOrder, order: GiftOrderRow): void {
  requireAsSeen('order', differences(words, seen, order));
}
