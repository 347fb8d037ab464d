import { joinClasses } from './join-classes.ts';
import { Thread } from './thread.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface StepsProps {
  /** Name of the task, for screen readers. */
  label: string;
  steps: readonly string[];
  /** Index of the current step, from 0. */
  current: number;
}

const waves = ['M1 4 C 12 -2, 30 10, 43 4', 'M1 4 C 12 10, 30 -2, 43 4'];

/** Progress through a task. The thread beyond the current step is faint. */
export function Steps({ label, steps, current }: StepsProps) {
  return (
    <ol aria-label={label} className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-small text-ink-soft">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={joinClasses('flex items-center gap-2.5', index === current && 'font-semibold text-ink')}
        >
          {index > 0 && (
            <Thread
              path={waves[(index + 1) % 2] ?? ''}
              viewBox="0 0 44 8"
              isFaint={index > current}
              drawn={index === current ? 'across' : 'none'}
              className="h-2 w-11 max-md:w-6"
            />
          )}
          {index < current && <VisuallyHidden>Done: </VisuallyHidden>}
          {step}
        </li>
      ))}
    </ol>
  );
}
