import type { PendingDelivery } from '../../../shared/account-deletion.ts';
import { formatDate } from '../../lib/dates.ts';

interface PendingDeliveryListProps {
  deliveries: readonly PendingDelivery[];
  timeZone: string;
}

const names = new Intl.ListFormat('en');

/** What will not be delivered, to whom and when it would have been. */
export function PendingDeliveryList({ deliveries, timeZone }: PendingDeliveryListProps) {
  if (deliveries.length === 0) return <p>No deliveries are waiting, so none will stop.</p>;
  return (
    <div className="grid gap-2">
      <p className="font-semibold">
        {deliveries.length === 1 ? 'This delivery stops:' : `These ${deliveries.length} deliveries stop:`}
      </p>
      <ul className="grid max-h-60 list-disc gap-1.5 overflow-y-auto rounded-choice bg-rose-wash py-3 pr-4 pl-9">
        {deliveries.map((delivery) => (
          <li key={delivery.scheduleId}>
            “{delivery.memoryTitle}”
            {delivery.recipients.length > 0 && ` for ${names.format(delivery.recipients)}`},{' '}
            {sayWhen(delivery, timeZone)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function sayWhen({ deliveryType, deliveryDate }: PendingDelivery, timeZone: string): string {
  return deliveryType === 'on_death' ? 'after your death' : formatDate(deliveryDate, timeZone);
}
