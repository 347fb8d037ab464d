import { formatDay } from '../../../shared/dates.ts';
import { formatDollars } from '../../../shared/dollars.ts';
import { listNames } from '../../../shared/list-names.ts';
import type { StaffGiftOrder } from '../../../shared/store/staff-gift-orders.ts';
import {
  type Fact,
  Facts,
  momentOf,
  RowButtons,
  type RowContent,
  stepButtons,
} from '../console/queue-row.tsx';
import { actLabels, type OrderAct, statusLabels } from './labels.ts';

/** What, for whom and for which day; opened, all that staff need to send it. */
export function rowOf(order: StaffGiftOrder, onAct: (act: OrderAct) => void): RowContent {
  const { recipientName, owner, since, status, isLate, deliveryDate } = order;
  return {
    title: recipientName,
    subtitle: `${giftNames(order)} · for ${formatDay(deliveryDate)} · from ${owner.name}`,
    state: statusLabels[status],
    since,
    isLate,
    children: (
      <>
        <Facts facts={factsOf(order)} />
        <RowButtons
          buttons={stepButtons<OrderAct>(order.acts, actLabels, { always: 'details', end: 'cancel' })}
          onAct={onAct}
        />
      </>
    ),
  };
}

function factsOf(order: StaffGiftOrder): Fact[] {
  const { giftDetails, owner, paidAt, shippedAt } = order;
  return [
    ['Items', giftDetails.map(({ name, price }) => `${name}, ${formatDollars(price)}`).join('\n')],
    ['Total', `${formatDollars(order.totalAmount)}, ${paidAt ? `paid on ${momentOf(paidAt)}` : 'not paid'}`],
    ['Deliver it on', formatDay(order.deliveryDate)],
    ['To', `${order.recipientName}\n${order.deliveryAddress}`],
    ['Instructions', order.specialInstructions],
    ['Owner', `${owner.name}, ${owner.email}`],
    ['Ordered', momentOf(order.createdAt)],
    ['Begun', momentOf(order.preparingAt)],
    ['Sent', momentOf(shippedAt)],
    ['Tracking number', order.trackingNumber],
    ['Arrived', momentOf(order.deliveredAt)],
    ['Cancelled', momentOf(order.cancelledAt)],
    ['At the vendor', order.vendorOrderId],
    ['Notes', order.adminNotes],
  ];
}

function giftNames({ giftDetails }: StaffGiftOrder): string {
  return listNames(giftDetails.map(({ name }) => name));
}
