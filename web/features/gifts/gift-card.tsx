import { Check, Plus, Star } from 'lucide-react';
import type { Gift } from '../../../shared/gifts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { joinClasses } from '../../ui/joinClasses.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatDollars } from './dollars.ts';
import { GiftDrawing } from './gift-drawing.tsx';

interface GiftCardProps {
  gift: Gift;
  isSelected: boolean;
  onToggle: () => void;
  headingLevel: 3 | 4;
}

/** One gift of the catalogue, with the button that takes it into the order or out of it again. */
export function GiftCard({ gift, isSelected, onToggle, headingLevel }: GiftCardProps) {
  const Heading = `h${headingLevel}` as const;
  const edge = isSelected ? 'border-thread' : 'border-line';
  return (
    <article className={joinClasses('flex h-full flex-col rounded-card border bg-card shadow-card', edge)}>
      <div className="relative grid h-30 flex-none place-items-center rounded-t-card border-b border-line bg-gold-wash">
        <GiftDrawing id={gift.id} className="size-20" />
        {gift.popular && (
          <Badge tone="gold" icon={Star} className="absolute top-3 right-3 bg-card">
            Most Popular
          </Badge>
        )}
      </div>
      <div className="flex flex-1 flex-col gap-1 p-4">
        <div className="flex items-baseline justify-between gap-3">
          <Heading className="text-[1.25rem] leading-tight">{gift.name}</Heading>
          <p className="font-serif text-[1.25rem] leading-tight lining-nums">{formatDollars(gift.price)}</p>
        </div>
        <p className="mb-3 text-small text-ink-soft lining-nums">{gift.description}</p>
        <Button
          variant={isSelected ? 'primary' : 'quiet'}
          size="small"
          className="mt-auto self-start"
          icon={
            isSelected ? (
              <Check aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
            ) : (
              <Plus aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
            )
          }
          onPress={onToggle}
        >
          <span>
            {isSelected ? 'Selected' : 'Add to Order'}
            <VisuallyHidden>: {gift.name}</VisuallyHidden>
          </span>
        </Button>
      </div>
    </article>
  );
}
