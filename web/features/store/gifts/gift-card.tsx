import { Check, Plus, Star } from 'lucide-react';
import { formatDollars } from '../../../../shared/dollars.ts';
import type { Gift } from '../../../../shared/store/gifts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { joinClasses } from '../../../ui/join-classes.ts';
import { GiftPicture } from './gift-picture.tsx';

interface GiftCardProps {
  gift: Gift;
  isSelected: boolean;
  onToggle: () => void;
  headingLevel: 3 | 4;
  /** On a narrow screen the picture is beside the text, not above it. */
  isCompact?: boolean;
}

export function GiftCard({ gift, isSelected, onToggle, headingLevel, isCompact = false }: GiftCardProps) {
  const Heading = `h${headingLevel}` as const;
  const edge = isSelected ? 'border-thread' : 'border-line';
  return (
    <article
      className={joinClasses(
        'flex h-full overflow-clip rounded-card border bg-card shadow-card md:flex-col',
        !isCompact && 'flex-col',
        edge,
      )}
    >
      <GiftPicture
        id={gift.id}
        className={joinClasses(
          'flex-none border-line md:aspect-[8/5] md:w-full md:border-b',
          isCompact ? 'max-md:w-28 max-md:border-r' : 'aspect-[8/5] w-full border-b',
        )}
      />
      <div className="relative flex min-w-0 flex-1 flex-col gap-1 p-4 md:pt-6 large-text:pt-9">
        {gift.popular && (
          <Badge
            tone="gold"
            icon={Star}
            className={joinClasses(
              'border border-thread md:absolute md:-top-5.5 md:left-4',
              isCompact ? 'max-md:mb-1 max-md:self-start' : 'absolute -top-5.5 left-4',
            )}
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
      isFullWidth
      variant="quiet"
      size="small"
      className={joinClasses('mt-auto', isSelected && 'border-pine! bg-pine-wash! text-pine!')}
      aria-label={`${label}: ${name}`}
      icon={<Icon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
      onPress={onToggle}
    >
      {label}
    </Button>
  );
}
