import { joinClasses } from './join-classes.ts';
import { Thread } from './thread.tsx';

export interface StepsProps {
  steps: readonly string[];
  /** Index of the current step, from 0. */
  current: number;
}

const waves = ['M1 4 C 12 -2, 30 10, 43 4', 'M1 4 C 12 10, 30 -2, 43 4'];

/** Progress through a task. The thread beyond the current step is faint. */
export function Steps({ steps, current }: StepsProps) {
  return (
    <ol aria-label="Steps" className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-small text-ink-soft">
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
          {index < current && <span className="sr-only">Done: </span>}
          {step}
        </li>
      ))}
    </ol>
  );
}

interface ProgressStepsProps {
  /** The number of questions. */
  count: number;
  /** Index of the current question, from 0. */
  current: number;
  /** 'Question 3 of 7', beside the thread. */
  label: string;
}

const distance = 36;

/** A thread with one knot for each question, tied up to the current one. */
export function ProgressSteps({ count, current, label }: ProgressStepsProps) {
  const width = distance * (count - 1) + 16;
  const places = Array.from({ length: count }, (_, index) => 8 + index * distance);
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2.5 text-small text-ink-soft tabular-nums">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} 20`}
        style={{ width }}
        className="h-5 flex-none overflow-visible"
      >
        {places.slice(1).map((x, index) => (
          <path
            key={x}
            className="thread"
            strokeDasharray={index >= current ? '2 6' : undefined}
            d={`M${x - distance} 10 Q ${x - distance * 0.75} ${index % 2 ? 18 : 2} ${x - distance / 2} 10 T ${x} 10`}
          />
        ))}
        {places.map((x, index) => (
          <circle
            key={x}
            cx={x}
            cy="10"
            r={index === current ? 7 : 5}
            strokeWidth="1.5"
            className={index < current ? 'fill-thread stroke-thread' : 'fill-paper stroke-thread'}
          />
        ))}
      </svg>
      <span>{label}</span>
    </p>
  );
}
