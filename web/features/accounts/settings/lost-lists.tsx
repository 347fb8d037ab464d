import type { ReactNode } from 'react';
import type { PaidGift, PendingDelivery } from '../../../../shared/data-rights/account-deletion.ts';
import { formatDate } from '../../../lib/dates.ts';

interface PendingDeliveryListProps {
  deliveries: readonly PendingDelivery[];
  timeZone: string;
}

const names = new Intl.ListFormat('en');

/** What will not be delivered, to whom and when it would have been. */
export function PendingDeliveryList({ deliveries, timeZone }: PendingDeliveryListProps) {
  if (deliveries.length === 0) return <p>No deliveries are waiting, so none will stop.</p>;
  const title =
    deliveries.length === 1 ? 'This delivery stops:' : `These ${deliveries.length} deliveries stop:`;
  return (
    <LostList title={title}>
      {deliveries.map((delivery) => (
        <li key={delivery.scheduleId}>
          “{delivery.memoryTitle}”
          {delivery.recipients.length > 0 && ` for ${names.format(delivery.recipients)}`},{' '}
          {sayWhen(delivery, timeZone)}
        </li>
      ))}
    </LostList>
  );
}

/** What was paid for and has not arrived: with the account its address is gone. */
export function PaidGiftList({ gifts }: { gifts: readonly PaidGift[] }) {
  if (gifts.length === 0) return null;
  return (
    <LostList title="What you ordered and paid for has not arrived. With your account the order is gone too:">
      {gifts.map((order) => (
        <li key={order.orderId}>
          {names.format(order.gifts)} for {order.recipientName}
        </li>
      ))}
    </LostList>
  );
}

function LostList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <p className="font-semibold">{title}</p>
      <ul className="grid max-h-60 list-disc gap-1.5 overflow-y-auto rounded-choice bg-rose-wash py-3 pr-4 pl-9">
        {children}
      </ul>
    </div>
  );
}

function sayWhen({ deliveryType, deliveryDate }: PendingDelivery, timeZone: string): string {
  return deliveryType === 'on_death' ? 'after your death' : formatDate(deliveryDate, timeZone);
}
