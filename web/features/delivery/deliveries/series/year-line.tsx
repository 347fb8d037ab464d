import type { CSSProperties } from 'react';
import { joinClasses } from '../../../../ui/join-classes.ts';
import { swayAt, swayPath } from '../life-thread/life-layout.ts';
import { Down, Stem } from './year-beads.tsx';
import { YearCard } from './year-card.tsx';
import type { YearItem } from './year-items.tsx';

/** At most this many years are shown side by side. */
export const mostAcross = 5;

const width = 1120;
const sway = { length: width, height: 7, middle: 44 };

interface YearLineProps {
  items: readonly YearItem[];
  label: string;
  /** Whether there is room for them side by side on a large screen. */
  isAcross: boolean;
}

/** The years on the thread: a few side by side on a large screen, otherwise one below the other. */
export function YearLine({ items, label, isAcross }: YearLineProps) {
  return (
    <div
      className={joinClasses(
        'relative',
        isAcross && 'lg:grid lg:grid-cols-5 lg:grid-rows-[auto_4.5rem_auto] lg:gap-x-4',
      )}
    >
      {isAcross && (
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${width} 72`}
          preserveAspectRatio="none"
          className="col-span-full row-start-2 hidden size-full overflow-visible lg:block"
        >
          <path className="thread" vectorEffect="non-scaling-stroke" d={swayPath(0, width, sway)} />
        </svg>
      )}
      <ol
        aria-label={label}
        className={joinClasses(
          isAcross && 'lg:col-span-full lg:row-span-full lg:grid lg:grid-cols-subgrid lg:grid-rows-subgrid',
        )}
      >
        {items.map((item, index) => (
          <YearView
            key={item.year}
            item={item}
            isLast={index === items.length - 1}
            y={isAcross ? heightAt(index) : null}
          />
        ))}
      </ol>
    </div>
  );
}

/** The height of the thread above the middle of a column, in pixels from the bottom of the cards. */
function heightAt(column: number): number {
  return sway.middle + swayAt(((column + 0.5) / mostAcross) * width, width, sway.height);
}

interface YearViewProps {
  item: YearItem;
  isLast: boolean;
  /** Null if the line never goes across. */
  y: number | null;
}

function YearView({ item, isLast, y }: YearViewProps) {
  const isAcross = y !== null;
  return (
    <li
      style={{ '--y': `${y ?? 0}px` } as CSSProperties}
      className={joinClasses(
        'relative grid grid-cols-[--spacing(19)_minmax(0,1fr)] large-text:grid-cols-1 gap-x-3 pb-6 pl-7 last:pb-0 sm:grid-cols-[9rem_minmax(0,1fr)]',
        isAcross && 'lg:row-span-3 lg:grid-cols-1 lg:grid-rows-subgrid lg:gap-0 lg:p-0',
      )}
    >
      <Down isFull={item.memory !== null} isLast={isLast} isAcross={isAcross} />
      {isAcross && <Stem isFull={item.memory !== null} />}
      <div className={joinClasses('leading-snug', isAcross && 'lg:row-start-3 lg:text-center')}>
        <h3 className="text-[1.375rem] leading-tight tabular-nums">{item.year}</h3>
        {item.notes.map((note) => (
          <p key={note} className="text-small text-ink-soft text-balance wrap-anywhere">
            {note}
          </p>
        ))}
      </div>
      <YearCard item={item} isAcross={isAcross} />
    </li>
  );
}
