import { type Control, useWatch } from 'react-hook-form';
import { formatDollars } from '../../../../shared/dollars.ts';
import { type GiftId, giftsOf, totalOf } from '../../../../shared/store/gifts.ts';
import { describeOrder, type OrderValues } from './order-values.ts';

interface OrderSentenceProps {
  control: Control<OrderValues>;
  selected: readonly GiftId[];
}

/** Who gets it, when, and what it costs, shown before it is paid. */
export function OrderSentence({ control, selected }: OrderSentenceProps) {
  const [name, day] = useWatch({ control, name: ['recipientName', 'deliveryDate'] });
  const total = formatDollars(totalOf(giftsOf(selected)));
  return (
    <p className="border-t border-line pt-4 break-words lining-nums">
      {describeOrder(name, day, selected.length)}You pay {total} once, and nothing more.
    </p>
  );
}
