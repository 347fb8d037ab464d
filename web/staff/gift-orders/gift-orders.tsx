import { useState } from 'react';
import type { GiftOrderStatus } from '../../../shared/store/gift-orders.ts';
import type { StaffGiftOrder, StaffGiftOrderList } from '../../../shared/store/staff-gift-orders.ts';
import { ListKeysHelp, useListKeys } from '../console/list-keys.tsx';
import { useStaffList } from '../console/queries.ts';
import { QueueList, StaffPage } from '../console/queue-page.tsx';
import { TodoFilters } from '../console/todo-filters.tsx';
import { OrderActDialog } from './order-act-dialog.tsx';
import { OrderRow } from './order-row.tsx';
import { type OrderAct, statusWords } from './words.ts';

const filterNames = ['status', 'minAgeHours', 'owner'] as const;
const placeNames = ['afterRank', 'afterSince', 'after'] as const;

/** The queue of gift orders, first what is paid and nobody has begun. */
export function GiftOrdersPage() {
  const { list, filters, narrow, paging } = useStaffList<
    StaffGiftOrderList,
    (typeof filterNames)[number],
    (typeof placeNames)[number]
  >('gift-orders', { filters: filterNames, places: placeNames });
  const { orders = [] } = list.data ?? {};
  const [openId, setOpenId] = useState<string>();
  const [acting, setActing] = useState<{ order: StaffGiftOrder; act: OrderAct }>();
  const toggle = (id: string) => setOpenId((open) => (open === id ? undefined : id));
  const keys = useListKeys({
    ids: orders.map(({ id }) => id),
    onOpen: toggle,
    keys: [
      {
        key: 'n',
        label: 'next step',
        act: (focused) => {
          const order = orders.find(({ id }) => id === focused);
          const act = order?.acts.find((each) => each !== 'cancel');
          if (order && act) setActing({ order, act });
        },
      },
    ],
    isOff: acting !== undefined,
  });

  return (
    <StaffPage title="Gift orders" description="Orders that are paid for but not begun come first.">
      <QueueList
        noun="gift orders"
        list={list}
        isEmpty={orders.length === 0}
        empty={{ title: 'Nothing is waiting', description: 'Every gift that was paid for has been sent.' }}
        filters={
          <TodoFilters name="status" label="Status" options={statuses} filters={filters} onChange={narrow} />
        }
        paging={paging}
      >
        {orders.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            isOpen={order.id === openId}
            onToggle={() => toggle(order.id)}
            onAct={(act) => setActing({ order, act })}
          />
        ))}
      </QueueList>
      <ListKeysHelp {...keys} />
      {acting && <OrderActDialog {...acting} onClose={() => setActing(undefined)} />}
    </StaffPage>
  );
}

const statuses = (Object.keys(statusWords) as GiftOrderStatus[]).map((status) => ({
  value: status,
  label: statusWords[status].label,
}));
