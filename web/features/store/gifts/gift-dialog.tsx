import { useState } from 'react';
import { useLocation } from 'wouter';
import { formatDollars } from '../../../../shared/dollars.ts';
import { type GiftId, gifts, giftsOf, totalOf } from '../../../../shared/store/gifts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { GiftCard } from './gift-card.tsx';
import { orderAddress, toggled } from './selection.ts';

/** Chooses gifts, which are then ordered in the store. */
export function GiftDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const [selected, setSelected] = useState<readonly GiftId[]>([]);
  return (
    <Dialog
      isOpen
      size="large"
      title="Enhance Your Legacy"
      onOpenChange={onClose}
      note={<Sum selected={selected} />}
      actions={{
        cancel: (
          <Button variant="quiet" onPress={onClose}>
            Maybe Later
          </Button>
        ),
        action: (
          <Button isDisabled={selected.length === 0} onPress={() => navigate(orderAddress(selected))}>
            Add to Order
          </Button>
        ),
      }}
    >
      <hgroup className="mb-5">
        <h3 className="text-[1.25rem]">Choose Your Memorial Gifts</h3>
        <p className="text-ink-soft">Select from our collection of meaningful gifts and digital frames</p>
      </hgroup>
      <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {gifts.map((gift) => (
          <li key={gift.id}>
            <GiftCard
              gift={gift}
              headingLevel={4}
              isCompact
              isSelected={selected.includes(gift.id)}
              onToggle={() => setSelected(toggled(selected, gift.id))}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Sum({ selected }: { selected: readonly GiftId[] }) {
  return (
    <p
      role="status"
      className="flex flex-wrap items-baseline justify-between gap-x-5 max-md:order-last md:mr-auto md:flex-col md:justify-center"
    >
      <span className="text-small text-ink-soft lining-nums">{selected.length} Items Selected</span>
      <span className="font-serif text-[1.25rem] leading-tight lining-nums">
        Total: {formatDollars(totalOf(giftsOf(selected)))}
      </span>
    </p>
  );
}
