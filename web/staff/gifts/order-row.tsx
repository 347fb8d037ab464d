import { formatDay } from '../../../shared/dates.ts';
import { formatDollars } from '../../../shared/dollars.ts';
import { listNames } from '../../../shared/list-names.ts';
import type { StaffGiftOrder } from '../../../shared/store/staff-gift-orders.ts';
import { Button } from '../../ui/button.tsx';
import type { Choosing } from '../console/bulk.tsx';
import { type Fact, Facts, momentOf, QueueRow } from '../console/queue-row.tsx';
import { actWords, type OrderAct, statusWords } from './words.ts';

interface OrderRowProps {
  order: StaffGiftOrder;
  choosing: Choosing;
  isOpen: boolean;
  onToggle: () => void;
  onAct: (act: OrderAct) => void;
}

/** One order: what, for whom and for which day; opened, all that staff need to send it. */
export function OrderRow({ order, choosing, isOpen, onToggle, onAct }: OrderRowProps) {
  const { id, recipientName, owner, since, status, isLate, deliveryDate } = order;
  return (
    <QueueRow
      id={id}
      title={recipientName}
      subtitle={`${giftNames(order)} · for ${formatDay(deliveryDate)} · from ${owner.name}`}
      state={statusWords[status]}
      since={since}
      isLate={isLate}
      choosing={choosing}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      <Facts facts={factsOf(order)} />
      <div className="flex flex-wrap gap-3">
        {[...order.acts.filter((act) => act !== 'cancel'), 'details' as const].map((act, index) => (
          <Button
            key={act}
            size="small"
            variant={index === 0 && act !== 'details' ? 'primary' : 'quiet'}
            onPress={() => onAct(act)}
          >
            {actWords[act].button}
          </Button>
        ))}
        {order.acts.includes('cancel') && (
          <Button size="small" variant="text" onPress={() => onAct('cancel')}>
            {actWords.cancel.button}
          </Button>
        )}
      </div>
    </QueueRow>
  );
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

function giftNames({ giftDetails }: StaffGiftOrder): string {
  return listNames(giftDetails.map(({ name }) => name));
}
