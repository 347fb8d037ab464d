import { formatDay } from '../../../shared/dates.ts';
import { formatDollars } from '../../../shared/dollars.ts';
import { listNames } from '../../../shared/names.ts';
import type { StaffGiftOrder, StaffGiftOrderList } from '../../../shared/store/staff-gift-orders.ts';
import type { Fact } from '../console/facts.tsx';
import { optionsOf, todoFilters } from '../console/filters.tsx';
import { momentOf } from '../console/format.ts';
import { Queue } from '../console/queue.tsx';
import { type RowContent, stepButtons } from '../console/row-buttons.tsx';
import { actLabels, type OrderAct, statusLabels } from './labels.ts';
import { orderBulkActs, requestOf } from './order-actions.ts';

export function GiftOrdersPage() {
  return (
    <Queue
      path="gift-orders"
      title="Gift orders"
      description="By the day on which they are to be delivered: what is late comes first."
      noun="gift orders"
      empty={{ title: 'Nothing is waiting', description: 'Every gift that was paid for has been sent.' }}
      itemsOf={({ orders }: StaffGiftOrderList) => orders}
      placeNames={['afterRank', 'afterDay', 'after']}
      {...todoFilters({ name: 'status', label: 'Status', options: optionsOf(statusLabels) })}
      row={rowOf}
      headingOf={headingOf}
      requestOf={requestOf}
      keys={[{ key: 'n', label: 'next step', actionOf: ({ acts }) => acts.find((act) => act !== 'cancel') }]}
      bulk={{ acts: orderBulkActs, nameOf: ({ recipientName }) => recipientName }}
    />
  );
}

/** Shown above the first order of a day. Orders already sent are separate from those still to be sent for that day. */
function headingOf({ status, deliveryDate }: StaffGiftOrder): string {
  const isWaiting = status === 'paid' || status === 'preparing';
  return isWaiting
    ? `For ${formatDay(deliveryDate)}`
    : `${statusLabels[status].label}, for ${formatDay(deliveryDate)}`;
}

function rowOf(order: StaffGiftOrder): RowContent<OrderAct> {
  const { recipientName, owner, since, status, isLate, deliveryDate, giftDetails, acts } = order;
  const gifts = listNames(giftDetails.map(({ name }) => name));
  return {
    title: recipientName,
    subtitle: [
      gifts,
      `for ${formatDay(deliveryDate)}`,
      `from ${owner.name}${owner.hasDied ? ', who has died' : ''}`,
    ],
    state: statusLabels[status],
    since,
    isLate,
    facts: factsOf(order),
    buttons: stepButtons<OrderAct>(acts, actLabels, 'details'),
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
