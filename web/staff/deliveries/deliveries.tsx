import type {
  StaffDelivery,
  StaffDeliveryAct,
  StaffDeliveryList,
} from '../../../shared/delivery/staff-deliveries.ts';
import { Queue } from '../console/queue.tsx';
import { deliveryBulkActs } from './actions.ts';
import { DeliveryActDialog } from './delivery-act-dialog.tsx';
import { rowOf } from './delivery-row.tsx';
import { type DeliveryFilter, FilterBar, filterNames } from './filter-bar.tsx';
import { HoldAll } from './holds/holds.tsx';
import { nameOf } from './labels.ts';

export function DeliveriesPage() {
  return (
    <Queue<StaffDelivery, StaffDeliveryList, StaffDeliveryAct, DeliveryFilter>
      path="deliveries"
      title="Deliveries"
      description="What has stopped, the oldest first. You see who and why, not what was left."
      beside={<HoldAll />}
      noun="deliveries"
      empty={{ title: 'Nothing is waiting', description: 'Everything that fell due has gone out.' }}
      itemsOf={({ deliveries }) => deliveries}
      placeNames={['afterSince', 'after']}
      filterNames={filterNames}
      filters={(props) => <FilterBar {...props} />}
      row={rowOf}
      dialog={(acting) => <DeliveryActDialog {...acting} />}
      keys={[{ key: 'r', label: 'try again', actionOf: ({ acts }) => acts.find((act) => act === 'retry') }]}
      bulk={{ acts: deliveryBulkActs, nameOf }}
    />
  );
}
