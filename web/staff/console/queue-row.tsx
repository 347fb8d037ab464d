import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { Link } from '../../ui/link.tsx';
import { type Choosing, ChoosingBox } from './bulk.tsx';
import { ageOf } from './format.ts';
import { Acts, type ActsProps } from './standing.tsx';

export interface StateLabel {
  label: string;
  tone: BadgeTone;
  icon: LucideIcon;
}

/** What a queue says of one of its records, and what can be done to it. */
export interface RowContent<Action extends string = never> {
  title: ReactNode;
  subtitle: ReactNode;
  state: StateLabel;
  since: string;
  isLate?: boolean;
  /** A line below both, such as what a server said. */
  note?: ReactNode;
  /** At the left of what follows, once the row is open. */
  beside?: ReactNode;
  lead?: ReactNode;
  facts: readonly Fact[];
  more?: ReactNode;
  buttons?: readonly (RowButton<Action> | RowLink | false)[];
  /** Where the reader may have no say: whose record it is, and which actions anybody may take. */
  standing?: Pick<ActsProps<Action>, 'ownerId' | 'openToAll' | 'agreements'> | undefined;
}

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

interface RowLink {
  label: string;
  href: string;
}

export interface RowButton<Action> {
  action: Action;
  label: string;
  variant?: ButtonProps['variant'];
  className?: string;
}

interface RowButtonsProps<Action extends string> extends Pick<RowContent<Action>, 'standing'> {
  buttons: NonNullable<RowContent<Action>['buttons']>;
  onAct: (action: Action) => void;
}

export function RowButtons<Action extends string>({ buttons, standing, onAct }: RowButtonsProps<Action>) {
  const show = (button: RowButton<Action>) => {
    const { action, label, variant = 'quiet', className } = button;
    return (
      <Button key={action} size="small" variant={variant} className={className} onPress={() => onAct(action)}>
        {label}
      </Button>
    );
  };
  const shown = buttons.filter((button) => button !== false);
  if (!standing)
    return (
      <div className="flex flex-wrap items-center gap-3">
        {shown.map((each) =>
          'action' in each ? (
            show(each)
          ) : (
            <Link key={each.href} href={each.href}>
              {each.label}
            </Link>
          ),
        )}
      </div>
    );
  const actions = shown.filter((each) => 'action' in each);
  return (
    <Acts {...standing} acts={actions.map(({ action }) => action)}>
      {(wanted) => actions.filter(({ action }) => action === wanted).map(show)}
    </Acts>
  );
}

/** The next step first, then what can be done at any time, and last what ends the record. */
export function stepButtons<Action extends string>(
  steps: readonly Action[],
  texts: Record<Action, { button: string }>,
  { always, end }: { always: Action; end: Action },
): RowButton<Action>[] {
  const ahead = steps.filter((step) => step !== end);
  return [
    ...ahead.map((action, index) => ({
      action,
      label: texts[action].button,
      variant: index === 0 ? ('primary' as const) : ('quiet' as const),
    })),
    { action: always, label: texts[always].button },
    ...(steps.includes(end) ? [{ action: end, label: texts[end].button, variant: 'text' as const }] : []),
  ];
}

export type Fact = readonly [label: string, value: ReactNode];

/** The facts of a record; empty ones are left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-1 text-small sm:grid-cols-[9rem_minmax(0,1fr)]">
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="break-words whitespace-pre-line tabular-nums max-sm:mb-2">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
