import { useState } from 'react';
import type {
  StaffDelivery,
  StaffDeliveryAct,
  StaffDeliveryList,
} from '../../../shared/delivery/staff-deliveries.ts';
import { BulkBar, useBulk, useChosen } from '../console/bulk.tsx';
import { ListKeysHelp, useListKeys } from '../console/list-keys.tsx';
import { useStaffList } from '../console/queries.ts';
import { QueueList, StaffPage } from '../console/queue-page.tsx';
import { bulkActs } from './bulk-acts.ts';
import { DeliveryActDialog } from './delivery-act-dialog.tsx';
import { DeliveryItem } from './delivery-item.tsx';
import { FilterBar, filterNames } from './filter-bar.tsx';
import { HoldAll } from './holds/holds.tsx';

const placeNames = ['afterSince', 'after'] as const;

/** The queue of deliveries that have stopped, the oldest first; acts on one or on several. */
export function DeliveriesPage() {
  const { list, filters, narrow, paging } = useStaffList<
    StaffDeliveryList,
    (typeof filterNames)[number],
    (typeof placeNames)[number]
  >('deliveries', { filters: filterNames, places: placeNames });
  const { deliveries = [] } = list.data ?? {};
  const [openId, setOpenId] = useState<string>();
  const [acting, setActing] = useState<{ delivery: StaffDelivery; act: StaffDeliveryAct }>();
  const { has, toggle: choose, ...chosen } = useChosen(deliveries);
  const bulk = useBulk(chosen);
  const toggle = (id: string) => setOpenId((open) => (open === id ? undefined : id));
  const keys = useListKeys({
    ids: deliveries.map(({ id }) => id),
    onOpen: toggle,
    keys: [
      { key: 'x', label: 'choose', act: choose },
      {
        key: 'r',
        label: 'try again',
        act: (focused) => {
          const delivery = deliveries.find(({ id }) => id === focused);
          if (delivery?.acts.includes('retry')) setActing({ delivery, act: 'retry' });
        },
      },
    ],
    isOff: acting !== undefined || bulk.isOpen,
  });

  return (
    <StaffPage
      title="Deliveries"
      description="What has stopped, the oldest first. You see who and why, not what was left."
      actions={<HoldAll />}
    >
      <QueueList
        noun="deliveries"
        list={list}
        isEmpty={deliveries.length === 0}
        empty={{ title: 'Nothing is waiting', description: 'Everything that fell due has gone out.' }}
        filters={<FilterBar filters={filters} onChange={narrow} />}
        paging={paging}
      >
        {deliveries.length > 0 && (
          <BulkBar {...chosen} acts={bulkActs} total={deliveries.length} onBegin={bulk.begin} />
        )}
        {deliveries.map((delivery) => (
          <DeliveryItem
            key={delivery.id}
            delivery={delivery}
            isOpen={delivery.id === openId}
            isChosen={has(delivery.id)}
            onChoose={() => choose(delivery.id)}
            onToggle={() => toggle(delivery.id)}
            onAct={(act) => setActing({ delivery, act })}
          />
        ))}
      </QueueList>
      <ListKeysHelp {...keys} />
      {bulk.dialogs}
      {acting && <DeliveryActDialog {...acting} onClose={() => setActing(undefined)} />}
    </StaffPage>
  );
}
