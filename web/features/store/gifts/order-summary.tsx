import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDollars } from '../../../../shared/dollars.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { type Gift, type GiftId, totalOf } from '../../../../shared/store/gifts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { FramedMemory, frameOf } from './framed-memory.tsx';
import { GiftPicture } from './gift-picture.tsx';
import { orderFormId } from './selection.ts';

interface OrderSummaryProps {
  chosen: readonly Gift[];
  /** The memory that goes with them. */
  memory: Memory | undefined;
  onRemove: (id: GiftId) => void;
  /** Id of the form that the button submits. */
  formId: string;
  isPending: boolean;
  /** What happens once it is paid. */
  sentence: ReactNode;
  /** The form, shown once something is chosen. */
  children: ReactNode;
}

const stuckToTop = 'lg:sticky lg:top-6 lg:self-start';
/** With the form it is taller than most screens: it scrolls along until its button is visible, and then stays. */
const stuckToBottom = 'lg:sticky lg:bottom-6 lg:self-end';

export function OrderSummary(props: OrderSummaryProps) {
  const { chosen, memory, onRemove, formId, isPending, sentence, children } = props;
  const frame = frameOf(chosen);
  const isEmpty = chosen.length === 0;
  return (
    <Card as="section" aria-labelledby="order-summary" className={isEmpty ? stuckToTop : stuckToBottom}>
      <h2 id="order-summary" className="text-title">
        Order summary
      </h2>
      {isEmpty ? (
        <p className="mt-2 text-ink-soft">What you choose appears here.</p>
      ) : (
        <ul className="mt-2">
          {chosen.map((gift) => (
            <Line key={gift.id} gift={gift} onRemove={() => onRemove(gift.id)} />
          ))}
        </ul>
      )}
      {frame && memory && (
        <div className="mt-3">
          <FramedMemory frame={frame} memory={memory} />
        </div>
      )}
      <p
        role="status"
        className="mt-3 flex items-baseline justify-between gap-4 border-t border-line pt-4 font-serif text-title lining-nums"
      >
        <span>Total</span>
        <span>{formatDollars(totalOf(chosen))}</span>
      </p>
      {!isEmpty && (
        <div id={orderFormId} className="mt-4 grid gap-5 border-t border-line pt-5">
          {children}
          {sentence}
        </div>
      )}
      <Button
        type="submit"
        form={formId}
        isFullWidth
        isDisabled={isEmpty}
        isPending={isPending}
        pendingLabel="Placing your order"
        className="mt-5"
      >
        Order and pay
      </Button>
    </Card>
  );
}

function Line({ gift: { id, name, price }, onRemove }: { gift: Gift; onRemove: () => void }) {
  return (
    <li className="flex min-h-11 items-center gap-2 border-b border-line py-1 last:border-b-0">
      <GiftPicture id={id} className="mr-2 aspect-[8/5] w-16 flex-none rounded-small" />
      <span className="min-w-0 flex-1 leading-snug">{name}</span>
      <span className="lining-nums tabular-nums">{formatDollars(price)}</span>
      <IconButton
        label="Remove"
        accessibleLabel={`Remove ${name}`}
        icon={<X aria-hidden="true" className="size-4.5" strokeWidth={1.5} />}
        className="-mr-3"
        onPress={onRemove}
      />
    </li>
  );
}
