import { useLocation } from 'wouter';
import type { StaffDeliveryList } from '../../../shared/delivery/staff-deliveries.ts';
import { Queue } from '../console/queue.tsx';
import { deliveryBulkActs, requestOf } from './actions.tsx';
import { rowOf } from './delivery-row.tsx';
import { FilterBar, filterNames } from './filter-bar.tsx';
import { HoldAll } from './holds.tsx';
import { nameOf } from './labels.ts';

export function DeliveriesPage() {
  const [, navigate] = useLocation();
  return (
    <Queue
      path="deliveries"
      title="Deliveries"
      description="What has stopped, the oldest first. You see who and why, not what was left."
      beside={<HoldAll />}
      noun="deliveries"
      empty={{ title: 'Nothing is waiting', description: 'Everything that fell due has gone out.' }}
      itemsOf={({ deliveries }: StaffDeliveryList) => deliveries}
      placeNames={['afterSince', 'after']}
      filterNames={filterNames}
      filters={(props) => <FilterBar {...props} />}
      row={rowOf}
      requestOf={(delivery, act) =>
        requestOf(delivery, act, (id) => navigate(`/admin/deliveries/${id}/packing`))
      }
      keys={[{ key: 'r', label: 'try again', actionOf: ({ acts }) => acts.find((act) => act === 'retry') }]}
      bulk={{ acts: deliveryBulkActs, nameOf }}
    />
  );
}
