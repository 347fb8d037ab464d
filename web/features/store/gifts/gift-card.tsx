import { Check, Plus, Star } from 'lucide-react';
import { formatDollars } from '../../../../shared/dollars.ts';
import type { Gift } from '../../../../shared/store/gifts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { joinClasses } from '../../../ui/join-classes.ts';
import { GiftDrawing } from './gift-drawing.tsx';

interface GiftCardProps {
  gift: Gift;
  isSelected: boolean;
  onToggle: () => void;
  headingLevel: 3 | 4;
}

export function GiftCard({ gift, isSelected, onToggle, headingLevel }: GiftCardProps) {
  const Heading = `h${headingLevel}` as const;
  const edge = isSelected ? 'border-thread' : 'border-line';
  return (
    <article
      className={joinClasses(
        'flex h-full overflow-clip rounded-card border bg-card shadow-card md:flex-col',
        edge,
      )}
    >
      <div className="grid flex-none place-items-center border-line bg-gold-wash max-md:w-24 max-md:border-r md:h-30 md:border-b">
        <GiftDrawing id={gift.id} className="size-16 md:size-20" />
      </div>
      <div className="relative flex min-w-0 flex-1 flex-col gap-1 p-4 md:pt-6">
        {gift.popular && (
          <Badge
            tone="gold"
            icon={Star}
            className="border border-thread max-md:mb-1 max-md:self-start md:absolute md:-top-4 md:left-4"
          >
            Most Popular
          </Badge>
        )}
        <div className="flex items-baseline justify-between gap-3">
          <Heading className="text-[1.25rem] leading-tight">{gift.name}</Heading>
          <p className="font-serif text-[1.25rem] leading-tight lining-nums">{formatDollars(gift.price)}</p>
        </div>
        <p className="mb-3 text-small text-ink-soft lining-nums">{gift.description}</p>
        <ToggleButton name={gift.name} isSelected={isSelected} onToggle={onToggle} />
      </div>
    </article>
  );
}

interface ToggleButtonProps extends Pick<GiftCardProps, 'isSelected' | 'onToggle'> {
  name: string;
}

function ToggleButton({ name, isSelected, onToggle }: ToggleButtonProps) {
  const label = isSelected ? 'Selected' : 'Add to Order';
  const Icon = isSelected ? Check : Plus;
  return (
    <Button
      variant={isSelected ? 'primary' : 'quiet'}
      size="small"
      className="mt-auto self-start"
      aria-label={`${label}: ${name}`}
      icon={<Icon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
      onPress={onToggle}
    >
      {label}
    </Button>
  );
}
