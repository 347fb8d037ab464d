import { Fragment, useState } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import type { GiftOrderStatus } from '../../../shared/store/gift-orders.ts';
import type { StaffGiftOrder, StaffGiftOrderList } from '../../../shared/store/staff-gift-orders.ts';
import { BulkBar, useBulk, useChosen } from '../console/bulk.tsx';
import { TodoFilters } from '../console/filters.tsx';
import { ListKeysHelp, useListKeys } from '../console/list-keys.tsx';
import { useStaffList } from '../console/queries.ts';
import { QueueList, StaffPage } from '../console/queue-page.tsx';
import { bulkActs } from './bulk-acts.ts';
import { OrderActDialog } from './order-act-dialog.tsx';
import { OrderRow } from './order-row.tsx';
import { type OrderAct, statusWords } from './words.ts';

const filterNames = ['status', 'minAgeHours', 'owner'] as const;
const placeNames = ['afterRank', 'afterDay', 'after'] as const;

/** The queue of gift orders by the day on which they are to be delivered, so that what is late comes first. */
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
  const { has, toggle: choose, ...chosen } = useChosen(orders);
  const bulk = useBulk(chosen);
  const keys = useListKeys({
    ids: orders.map(({ id }) => id),
    onOpen: toggle,
    keys: [
      { key: 'x', label: 'choose', act: choose },
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
    isOff: acting !== undefined || bulk.isOpen,
  });

  return (
    <StaffPage
      title="Gift orders"
      description="By the day on which they are to be delivered: what is late comes first."
    >
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
        {orders.length > 0 && (
          <BulkBar {...chosen} acts={bulkActs} total={orders.length} onBegin={bulk.begin} />
        )}
        {orders.map((order, index) => (
          <Fragment key={order.id}>
            {headingOf(order) !== headingOf(orders[index - 1]) && <Heading text={headingOf(order)} />}
            <OrderRow
              order={order}
              choosing={{
                name: order.recipientName,
                isChosen: has(order.id),
                onChoose: () => choose(order.id),
              }}
              isOpen={order.id === openId}
              onToggle={() => toggle(order.id)}
              onAct={(act) => setActing({ order, act })}
            />
          </Fragment>
        ))}
      </QueueList>
      <ListKeysHelp {...keys} />
      {bulk.dialogs}
      {acting && <OrderActDialog {...acting} onClose={() => setActing(undefined)} />}
    </StaffPage>
  );
}

function Heading({ text }: { text: string }) {
  return (
    <li className="border-t border-line bg-gold-wash px-4 py-2 text-small font-semibold md:px-6">{text}</li>
  );
}

/** Above the first order of a day; those that were sent already stand apart from what is still to be sent for that day. */
function headingOf(order: StaffGiftOrder | undefined): string {
  if (!order) return '';
  const { status, deliveryDate } = order;
  const isWaiting = status === 'paid' || status === 'preparing';
  return isWaiting
    ? `For ${formatDay(deliveryDate)}`
    : `${statusWords[status].label}, for ${formatDay(deliveryDate)}`;
}

const statuses = (Object.keys(statusWords) as GiftOrderStatus[]).map((status) => ({
  value: status,
  label: statusWords[status].label,
}));
