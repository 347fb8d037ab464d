import { useRef } from 'react';
import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { joinClasses } from '../join-classes.ts';
import { Passage } from './passage.tsx';
import { Places } from './places.tsx';
import { type ComparedText, rowsOf } from './rows.ts';

interface CompareTextsProps {
  /** The text that counts for now. */
  one: ComparedText;
  /** The other text, which is kept too. */
  other: ComparedText;
  onKeep: (which: 'one' | 'other') => void;
  isBusy?: boolean | undefined;
}

/**
 * Two texts side by side, paragraph by paragraph: what is the same is less prominent, differences are marked.
 * Both are kept with the same button, and none is chosen beforehand. Belongs below a second-level heading.
 */
export function CompareTexts({ one, other, onKeep, isBusy = false }: CompareTextsProps) {
  const area = useRef<HTMLDivElement>(null);
  const rows = rowsOf(one, other);
  const places = rows.filter(({ isSame }) => !isSame).length;
  const sides = [
    { side: 'one', text: one, dot: 'bg-thread' },
    { side: 'other', text: other, dot: 'bg-paper' },
  ] as const;
  return (
    <div ref={area}>
      <Places area={area} count={places} />
      <Fork />
      <div
        className="grid gap-x-6 gap-y-4.5 md:grid-cols-2 md:gap-y-0"
        style={{ gridTemplateRows: `repeat(${rows.length + 2}, auto)` }}
      >
        {sides.map(({ side, text, dot }) => (
          <article
            key={side}
            aria-label={text.heading}
            className="relative min-w-0 rounded-choice border border-line bg-card px-5 pt-5 pb-5.5 shadow-card md:grid md:grid-rows-subgrid md:px-7 md:pt-6.5 md:pb-7.5 lg:px-9"
            style={{ gridRow: `span ${rows.length + 2}` }}
          >
            <span
              aria-hidden="true"
              className={joinClasses(
                'absolute -top-[7px] left-1/2 -ml-[6.5px] size-[13px] rounded-full border-[1.5px] border-thread max-md:hidden',
                dot,
              )}
            />
            <Heading text={text} />
            {rows.map((row, index) => (
              <Passage
                key={row.key}
                row={row}
                pieces={row[side]}
                place={row.isSame ? undefined : rows.slice(0, index).filter(({ isSame }) => !isSame).length}
              />
            ))}
            <footer className="self-end pt-6">
              <Button variant="quiet" isFullWidth isPending={isBusy} onPress={() => onKeep(side)}>
                {text.keepLabel}
              </Button>
            </footer>
          </article>
        ))}
      </div>
    </div>
  );
}

function Heading({ text: { heading, note, badge } }: { text: ComparedText }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2 border-b border-line pb-4.5">
      <div>
        <h3 className="text-title">{heading}</h3>
        <p className="text-small text-ink-soft tabular-nums">{note}</p>
      </div>
      <Badge {...badge} />
    </header>
  );
}

/** The thread forks: solid to the text that counts, dotted to the other. */
function Fork() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1120 46"
      preserveAspectRatio="none"
      className="-mt-0.5 block h-11.5 w-full overflow-visible max-md:hidden"
    >
      <path className="thread" vectorEffect="non-scaling-stroke" d="M560 -22 V0 C 560 30, 274 10, 274 40" />
      <path
        className="thread"
        vectorEffect="non-scaling-stroke"
        strokeDasharray="2 6"
        d="M560 0 C 560 30, 846 10, 846 40"
      />
    </svg>
  );
}
