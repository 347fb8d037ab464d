import { describeAfterDeath } from '../../../../shared/after-death.ts';
import type { PaidGift, PendingDelivery } from '../../../../shared/data-rights/account-deletion.ts';
import { formatDay } from '../../../../shared/dates.ts';
import { listNames } from '../../../../shared/list-names.ts';
import { todayIn } from '../../../lib/dates.ts';
import { ConsequenceList } from '../../../ui/consequence-list.tsx';

/** The deliveries that will not go out. */
export function PendingDeliveryList({ deliveries }: { deliveries: readonly PendingDelivery[] }) {
  if (deliveries.length === 0) return <p>No deliveries are waiting, so none will stop.</p>;
  const title =
    deliveries.length === 1 ? 'This delivery stops:' : `These ${deliveries.length} deliveries stop:`;
  return (
    <ConsequenceList title={title}>
      {deliveries.map((delivery) => (
        <li key={delivery.scheduleId}>
          “{delivery.memoryTitle}”{delivery.recipients.length > 0 && ` for ${listNames(delivery.recipients)}`}
          , {formatDeliveryDate(delivery)}
        </li>
      ))}
    </ConsequenceList>
  );
}

/** Gifts that were paid for and have not arrived; their orders are erased with the account. */
export function PaidGiftList({ gifts }: { gifts: readonly PaidGift[] }) {
  if (gifts.length === 0) return null;
  return (
    <ConsequenceList title="What you ordered and paid for has not arrived. With your account the order is gone too:">
      {gifts.map((order) => (
        <li key={order.orderId}>
          {listNames(order.gifts)} for {order.recipientName}
        </li>
      ))}
    </ConsequenceList>
  );
}

function formatDeliveryDate({ deliveryType, localDate, timezone, releaseDays }: PendingDelivery): string {
  if (deliveryType === 'scheduled') return formatDay(localDate);
  return describeAfterDeath(localDate, todayIn(timezone, Date.now()).toString(), releaseDays);
}
