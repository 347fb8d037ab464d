import type { ReactNode } from 'react';
import { joinClasses } from '../../../../../ui/join-classes.ts';
import { Thread } from '../../../../../ui/thread.tsx';
import { type PlanStep, planColumnId } from './plan-steps.tsx';

interface PlanColumnProps {
  number: 1 | 2 | 3;
  title: string;
  /** Whether both this column and the one before it are answered. */
  isTied: boolean;
  /** Whether phones are at this step. */
  isShown: boolean;
  children: ReactNode;
}

/** One of the three questions. Phones show one at a time; if they are stacked, a thread runs from each to the next. */
export function PlanColumn({ number, title, isTied, isShown, children }: PlanColumnProps) {
  const id = planColumnId(number);
  return (
    <section
      aria-labelledby={id}
      className={joinClasses(
        'relative min-w-0 border-line p-4 pb-6 md:p-7 md:not-first:border-t lg:flex lg:flex-col lg:not-first:border-t-0 lg:not-first:border-l',
        !isShown && 'max-md:hidden',
      )}
    >
      {number > 1 && (
        <Thread
          path="M4 0 C 13 14, -5 30, 4 44"
          viewBox="0 0 8 44"
          drawn="none"
          isFaint={!isTied}
          className="absolute -top-7 left-4.5 h-11 w-2 max-md:hidden md:left-7.5 lg:hidden"
        />
      )}
      <PlanHeading number={number}>{title}</PlanHeading>
      {children}
    </section>
  );
}

interface PlanHeadingProps {
  number: PlanStep;
  className?: string | undefined;
  children: string;
}

/** Gets the focus when its step begins. */
export function PlanHeading({ number, className, children }: PlanHeadingProps) {
  return (
    <h2
      id={planColumnId(number)}
      tabIndex={-1}
      className={joinClasses(
        'mb-4.5 flex scroll-mt-24 items-baseline gap-3 text-title outline-none',
        className,
      )}
    >
      <span aria-hidden="true" className="text-[1.0625rem] text-gold lining-nums">
        {number}
      </span>
      {children}
    </h2>
  );
}

interface ColumnThreadsProps {
  /** Whether both "what" and "when" are chosen; `isSecondTied`: both "when" and "for whom". */
  isFirstTied: boolean;
  isSecondTied: boolean;
}

const place = 'absolute inset-0 h-full w-full';

/** Threads below the three columns. Each is faint until both columns that it joins are answered. */
export function ColumnThreads({ isFirstTied, isSecondTied }: ColumnThreadsProps) {
  return (
    <div className="relative -mt-px hidden h-8.5 lg:block">
      <ColumnThread path="M178 0 C 178 32, 400 14, 560 14" isTied={isFirstTied} />
      <ColumnThread path="M560 14 C 720 14, 942 32, 942 0" isTied={isSecondTied} />
    </div>
  );
}

function ColumnThread({ path, isTied }: { path: string; isTied: boolean }) {
  return (
    <Thread
      key={String(isTied)}
      path={path}
      viewBox="0 0 1120 34"
      isStretched
      isFaint={!isTied}
      drawn={isTied ? 'across' : 'none'}
      className={place}
    />
  );
}
