import { CircleAlert } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
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
            'grid min-w-0 flex-1 gap-x-4 gap-y-1 py-4 pr-4 text-left focus-visible:-outline-offset-3 md:grid-cols-[minmax(0,1fr)_auto] md:pr-6',
            choosing ? 'pl-2' : 'pl-4 md:pl-6',
          )}
          onClick={onToggle}
        >
          <span className="min-w-0">
            <span className="font-serif text-lead">{title}</span>
            <span className="block truncate text-small text-ink-soft">{subtitle}</span>
          </span>
          <StateLine {...content} />
          {note && <span className="truncate text-small text-ink-soft md:col-span-2">{note}</span>}
        </button>
      </div>
      {isOpen && <Details content={content} onAct={onAct} />}
    </li>
  );
}

function StateLine({ state, since, isLate }: Pick<RowContent, 'state' | 'since' | 'isLate'>) {
  return (
    <span className="flex flex-wrap items-center gap-3 tabular-nums md:justify-end">
      {isLate && (
        <Badge tone="rose" icon={CircleAlert}>
          Late
        </Badge>
      )}
      <Badge tone={state.tone} icon={state.icon}>
        {state.label}
      </Badge>
      <span className="text-small">{ageOf(since, Date.now())}</span>
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
