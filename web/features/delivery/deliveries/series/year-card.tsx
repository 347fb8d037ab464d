import { Plus } from 'lucide-react';
import { joinClasses } from '../../../../ui/join-classes.ts';
import { Link } from '../../../../ui/link.tsx';
import { memoryKinds } from '../../../memories/memories/memories.ts';
import type { YearItem } from './year-items.tsx';

interface YearCardProps {
  item: YearItem;
  /** A card if years are side by side, otherwise a row. */
  isAcross: boolean;
}

/** What a year gets, and what can be done about it. */
export function YearCard({ item: { memory, emptyText, mark, actions }, isAcross }: YearCardProps) {
  return (
    <div
      className={joinClasses(
        'grid min-w-0 content-start wrap-anywhere md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-8',
        isAcross &&
          'lg:row-start-1 lg:flex lg:min-h-42 lg:flex-col lg:rounded-choice lg:px-4.5 lg:pt-3.5 lg:pb-1.5',
        isAcross &&
          (memory
            ? 'lg:border lg:border-line lg:bg-card lg:shadow-card'
            : 'lg:border-[1.5px] lg:border-dashed lg:border-line-strong'),
      )}
    >
      <p
        className={joinClasses(
          'font-serif text-[1.1875rem] leading-snug',
          isAcross && 'lg:order-1 lg:mt-1 lg:text-[1.3125rem]',
          !memory && 'text-gold',
        )}
      >
        {memory?.href ? (
          <Link
            href={memory.href}
            variant="plain"
            className="decoration-1 underline-offset-4 hover:underline"
          >
            {memory.title}
          </Link>
        ) : (
          (memory?.title ?? emptyText)
        )}
      </p>
      <Kind memory={memory} isAcross={isAcross} />
      <div
        className={joinClasses(
          'flex min-h-11 flex-wrap items-center gap-x-4 md:col-start-2 md:row-span-2 md:row-start-1 md:-mt-2 md:self-start',
          isAcross && 'lg:order-2 lg:mt-auto lg:self-auto',
        )}
      >
        {mark}
        {actions}
      </div>
    </div>
  );
}

/** For example 'letter'; if years are cards, empty ones say so too. */
function Kind({ memory, isAcross }: { memory: YearItem['memory']; isAcross: boolean }) {
  const Icon = memory ? memoryKinds[memory.type].icon : Plus;
  return (
    <p
      className={joinClasses(
        'inline-flex items-center gap-2 text-small text-ink-soft',
        !memory && (isAcross ? 'max-lg:hidden' : 'hidden'),
      )}
    >
      <Icon aria-hidden="true" className="size-4.5 flex-none text-gold" strokeWidth={1.5} />
      {memory ? memory.kind : 'empty'}
    </p>
  );
}
