import { formatDay } from '../../../shared/dates.ts';
import type { GiftOrderStatus } from '../../../shared/store/gift-orders.ts';
import type { StaffGiftOrder, StaffGiftOrderList } from '../../../shared/store/staff-gift-orders.ts';
import { TodoFilters } from '../console/filters.tsx';
import { Queue } from '../console/queue.tsx';
import { type OrderAct, statusLabels } from './labels.ts';
import { OrderDialog, orderBulkActs } from './order-actions.tsx';
import { rowOf } from './order-row.tsx';

const filterNames = ['status', 'minAgeHours', 'owner'] as const;

/** The queue of gift orders by the day on which they are to be delivered, so that what is late comes first. */
export function GiftOrdersPage() {
  return (
    <Queue<StaffGiftOrder, StaffGiftOrderList, OrderAct, (typeof filterNames)[number]>
      path="gift-orders"
      title="Gift orders"
      description="By the day on which they are to be delivered: what is late comes first."
      noun="gift orders"
      empty={{ title: 'Nothing is waiting', description: 'Every gift that was paid for has been sent.' }}
      itemsOf={({ orders }) => orders}
      placeNames={['afterRank', 'afterDay', 'after']}
      filterNames={filterNames}
      filters={(props) => <TodoFilters name="status" label="Status" options={statuses} {...props} />}
      row={rowOf}
      headingOf={headingOf}
      dialog={(acting) => <OrderDialog {...acting} />}
      keys={[{ key: 'n', label: 'next step', actionOf: ({ acts }) => acts.find((act) => act !== 'cancel') }]}
      bulk={{ acts: orderBulkActs, nameOf: ({ recipientName }) => recipientName }}
    />
  );
}

/** Above the first order of a day; those that were sent already stand apart from what is still to be sent for that day. */
function headingOf({ status, deliveryDate }: StaffGiftOrder): string {
  const isWaiting = status === 'paid' || status === 'preparing';
  return isWaiting
    ? `For ${formatDay(deliveryDate)}`
    : `${statusLabels[status].label}, for ${formatDay(deliveryDate)}`;
}

const statuses = (Object.keys(statusLabels) as GiftOrderStatus[]).map((status) => ({
  value: status,
  label: statusLabels[status].label,
}));
