import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BadgeTone } from '../../ui/badge.tsx';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import type { Fact } from './facts.tsx';
import { Acts, type ActsProps } from './standing.tsx';

export interface StateLabel {
  label: string;
  tone: BadgeTone;
  icon: LucideIcon;
}

export interface RowContent<Action extends string = never> {
  title: ReactNode;
  /** The parts of the subtitle, separated by dots. */
  subtitle: ReactNode;
  state: StateLabel;
  since: string;
  isLate?: boolean;
  /** A line below both, such as what a server said. */
  note?: ReactNode;
  /** To the left of what follows, once the row is open. */
  beside?: ReactNode;
  lead?: ReactNode;
  facts: readonly Fact[];
  more?: ReactNode;
  buttons?: readonly (RowButton<Action> | RowLink | false)[];
  /** Given if the reader may not be allowed to act: whose record it is, and which actions anybody may take. */
  standing?: Pick<ActsProps<Action>, 'ownerId' | 'openToAll' | 'agreements'> | undefined;
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

/** The next step first, then what can be done at any time, and finally what cancels it. */
export function stepButtons<Action extends string>(
  steps: readonly Action[],
  texts: Record<Action, { button: string }>,
  always: Action,
): RowButton<Action>[] {
  const ahead = steps.filter((step) => step !== 'cancel');
  return [
    ...ahead.map((action, index) => ({
      action,
      label: texts[action].button,
      variant: index === 0 ? ('primary' as const) : ('quiet' as const),
    })),
    { action: always, label: texts[always].button },
    ...steps
      .filter((step) => step === 'cancel')
      .map((action) => ({ action, label: texts[action].button, variant: 'text' as const })),
  ];
}
