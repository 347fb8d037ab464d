import { CircleAlert } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { SideBySide } from '../../ui/side-by-side.tsx';
import { type Choosing, ChoosingBox } from './bulk.tsx';
import { Facts } from './facts.tsx';
import { ageOf } from './format.ts';
import { RowButtons, type RowContent } from './row-buttons.tsx';

interface QueueRowProps<Action extends string> {
  id: string;
  content: RowContent<Action>;
  choosing?: Choosing | undefined;
  isOpen: boolean;
  onToggle: () => void;
  onAct: (action: Action) => void;
}

export function QueueRow<Action extends string>(props: QueueRowProps<Action>) {
  const { id, content, choosing, isOpen, onToggle, onAct } = props;
  const { title, subtitle, note } = content;
  return (
    <li className="border-t border-line first:border-t-0">
      <div className={joinClasses('flex hover:bg-gold-wash', isOpen && 'bg-gold-wash')}>
        {choosing && <ChoosingBox id={id} {...choosing} />}
        <button
          type="button"
          data-row={id}
          aria-expanded={isOpen}
          className={joinClasses(
            'grid min-w-0 flex-1 content-center items-center gap-x-4 gap-y-1 py-3 pr-4 text-left focus-visible:-outline-offset-3 md:min-h-11 md:grid-cols-[minmax(9.5rem,2fr)_minmax(0,4fr)_minmax(0,17rem)] xl:grid-cols-[minmax(0,2fr)_minmax(0,4fr)_minmax(0,22rem)] md:gap-y-0 md:py-1 md:pr-6 md:pointer-fine:min-h-9.5',
            choosing ? 'pl-2' : 'pl-4 md:pl-6',
          )}
          onClick={onToggle}
        >
          <span className="min-w-0 wrap-anywhere max-md:font-serif max-md:text-lead md:text-small md:font-semibold">
            {title}
          </span>
          <span className="min-w-0 text-small text-ink-soft wrap-anywhere">
            <SideBySide>{subtitle}</SideBySide>
          </span>
          <StateLine {...content} />
          {note && (
            <span className="line-clamp-2 text-small text-ink-soft md:col-span-2 md:col-start-2">{note}</span>
          )}
        </button>
      </div>
      {isOpen && <Details content={content} onAct={onAct} />}
    </li>
  );
}

function StateLine({ state, since, isLate }: Pick<RowContent, 'state' | 'since' | 'isLate'>) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums md:justify-end">
      {isLate && (
        <Badge tone="rose" icon={CircleAlert}>
          Late
        </Badge>
      )}
      <Badge tone={state.tone} icon={state.icon}>
        {state.label}
      </Badge>
      <span className="text-small whitespace-nowrap md:min-w-14 md:text-right">
        {ageOf(since, Date.now())}
      </span>
    </span>
  );
}

function Details<Action extends string>({
  content,
  onAct,
}: Pick<QueueRowProps<Action>, 'content' | 'onAct'>) {
  const { beside, lead, facts, more, buttons = [], standing } = content;
  const details = (
    <>
      {lead}
      <Facts facts={facts} />
      {more}
      {buttons.length > 0 && <RowButtons buttons={buttons} standing={standing} onAct={onAct} />}
    </>
  );
  const padding = 'px-4 pt-4 pb-6 md:px-6';
  if (!beside) return <div className={joinClasses('grid gap-5', padding)}>{details}</div>;
  return (
    <div
      className={joinClasses(
        'grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]',
        padding,
      )}
    >
      {beside}
      <div className="grid min-w-0 gap-4">{details}</div>
    </div>
  );
}
