import type { ReactNode } from 'react';
import { joinClasses } from '../../../../../ui/join-classes.ts';
import { Thread } from '../../../../../ui/thread.tsx';
import type { PlanStep } from './plan-steps.ts';

interface PlanColumnProps {
  number: 1 | 2 | 3;
  title: string;
  /** Whether this column and the one before it are both answered. */
  isTied: boolean;
  /** Whether phones are at this step. */
  isShown: boolean;
  children: ReactNode;
}

/** One of the three questions. Phones show one at a time; where they are stacked, a thread runs from each to the next. */
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

/** Takes the focus when its step begins. */
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

export function planColumnId(number: PlanStep): string {
  return `delivery-${number}`;
}
