import { useRef } from 'react';
import type { BadgeProps } from '../badge.tsx';
import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { joinClasses } from '../join-classes.ts';
import type { Piece, Row } from './align.ts';
import { compareParagraphs, compareText } from './align.ts';
import { Places } from './places.tsx';

/** One of two texts of the same thing. */
export interface ComparedText {
  /** Where it comes from: "In your account". */
  heading: string;
  /** When it was written: "saved today at 10:42". */
  note: string;
  badge: Pick<BadgeProps, 'tone' | 'icon' | 'children'>;
  title: string;
  /** Its paragraphs, one a line. */
  text: string;
  /** What else belongs to it, each under a name; shown where it differs. Both texts name the same. */
  details?: readonly { name: string; text: string }[] | undefined;
  /** "Keep the one from here" */
  keepLabel: string;
}

interface CompareTextsProps {
  /** The text that counts for now. */
  one: ComparedText;
  /** The other, which is kept too. */
  other: ComparedText;
  onKeep: (which: 'one' | 'other') => void;
  isBusy?: boolean | undefined;
}

interface NamedRow extends Row {
  key: string;
  kind: 'title' | 'paragraph' | 'detail';
  /** Of a detail. */
  name?: string | undefined;
}

/**
 * Two texts beside each other, paragraph beside paragraph: what is the same steps back, what differs is marked. Both are kept
 * with the same button, and none is chosen beforehand. Stands under a heading of the second level.
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

function rowsOf(one: ComparedText, other: ComparedText): NamedRow[] {
  const details = (one.details ?? []).flatMap(({ name, text }): NamedRow[] => {
    const beside = other.details?.find((detail) => detail.name === name)?.text ?? '';
    const row = compareText(text || null, beside || null);
    return text === beside ? [] : [{ ...row, key: name, kind: 'detail', name }];
  });
  const paragraphs = compareParagraphs(one.text, other.text).map(
    (row, index): NamedRow => ({ ...row, key: String(index), kind: 'paragraph' }),
  );
  const title = compareText(one.title || null, other.title || null);
  const titles: NamedRow[] = one.title || other.title ? [{ ...title, key: 'title', kind: 'title' }] : [];
  return [...titles, ...paragraphs, ...details];
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

interface PassageProps {
  row: NamedRow;
  pieces: Piece[] | null;
  /** Which of the places that differ it is. */
  place: number | undefined;
}

function Passage({ row: { kind, name, isSame }, pieces, place }: PassageProps) {
  if (!pieces) {
    return (
      <p className="mt-4 self-start rounded-small border border-dashed border-line-strong px-3.5 py-2.5 text-small text-ink-soft max-md:hidden">
        {name ? `${name}: nothing here` : 'nothing here'}
      </p>
    );
  }
  const text = pieces.map(({ text, start, isMarked }) => (isMarked ? <mark key={start}>{text}</mark> : text));
  const look = joinClasses('scroll-mt-24 wrap-anywhere outline-none', looks[kind], isSame && same);
  const at = { 'data-place': place, tabIndex: place === undefined ? undefined : -1 };
  if (kind === 'title') {
    return (
      <h4 className={look} {...at}>
        {text}
      </h4>
    );
  }
  return (
    <p className={look} {...at}>
      {name && <span className="block font-sans text-small font-medium text-ink-soft">{name}</span>}
      {text}
    </p>
  );
}

const looks = {
  title: 'mt-6 mb-1 font-serif text-heading leading-tight',
  paragraph:
    'mt-4 font-serif text-[1.1875rem] leading-[1.65] whitespace-pre-wrap md:text-lead md:leading-[1.65]',
  detail: 'mt-5 border-t border-line pt-4 whitespace-pre-wrap',
} as const;

/** On phones what is the same is a reminder of where one is, no more. */
const same = 'text-ink-soft max-md:line-clamp-2';

/** The thread forks: drawn out to the text that counts, dotted to the other. */
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
