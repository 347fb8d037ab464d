import { joinClasses } from '../join-classes.ts';
import type { Piece } from './compare.ts';
import type { NamedRow } from './rows.ts';

interface PassageProps {
  row: NamedRow;
  pieces: Piece[] | null;
  /** Its number among the differences. */
  place: number | undefined;
}

export function Passage({ row: { kind, name, isSame }, pieces, place }: PassageProps) {
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

/** On phones, unchanged text only shows that it is there. */
const same = 'text-ink-soft max-md:line-clamp-2';
