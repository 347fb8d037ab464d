import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoment } from '../../../shared/dates.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { type Choosing, ChoosingBox } from './bulk.tsx';
import { ageOf, staffTimeZone } from './times.ts';

/** What a queue says of one of its records. */
export interface RowContent {
  title: ReactNode;
  subtitle: ReactNode;
  state: { label: string; tone: BadgeTone; icon: LucideIcon };
  since: string;
  isLate?: boolean;
  /** A line below both, such as what a server said. */
  note?: ReactNode;
  /** Shown while it is open. */
  children: ReactNode;
}

interface QueueRowProps extends RowContent {
  id: string;
  /** A box at its beginning, where several can be chosen. */
  choosing?: Choosing | undefined;
  isOpen: boolean;
  onToggle: () => void;
}

/** One record of a queue; its details open below its line. */
export function QueueRow(props: QueueRowProps) {
  const { id, title, subtitle, state, since, isLate = false, note, choosing, ...rest } = props;
  const { isOpen, onToggle, children } = rest;
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
          {note && <span className="truncate text-small text-ink-soft md:col-span-2">{note}</span>}
        </button>
      </div>
      {isOpen && <div className="grid gap-5 px-4 pt-4 pb-6 md:px-6">{children}</div>}
    </li>
  );
}

export interface RowButton<Action> {
  action: Action;
  label: string;
  /** Quiet, if nothing else is said. */
  variant?: ButtonProps['variant'];
}

interface RowButtonsProps<Action extends string> {
  buttons: readonly (RowButton<Action> | false | undefined)[];
  onAct: (action: Action) => void;
}

/** The buttons of an open record. */
export function RowButtons<Action extends string>({ buttons, onAct }: RowButtonsProps<Action>) {
  return (
    <div className="flex flex-wrap gap-3">
      {buttons.map(
        (button) =>
          button && (
            <Button
              key={button.action}
              size="small"
              variant={button.variant ?? 'quiet'}
              onPress={() => onAct(button.action)}
            >
              {button.label}
            </Button>
          ),
      )}
    </div>
  );
}

/** The next step first, then what can be done at any time, and what ends the record last. */
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

/** In the reader's time zone, which it names. */
export function momentOf(instant: string | null): string | null {
  return instant && formatMoment(new Date(instant), staffTimeZone());
}
