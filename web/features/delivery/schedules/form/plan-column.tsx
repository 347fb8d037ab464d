import type { ReactNode } from 'react';
import { Thread } from '../../../../ui/thread.tsx';

interface PlanColumnProps {
  number: 1 | 2 | 3;
  title: string;
  /** Whether this column and the one before it are both answered. */
  isTied: boolean;
  children: ReactNode;
}

/** One of the three questions. Where they are stacked, a thread runs from each to the next. */
export function PlanColumn({ number, title, isTied, children }: PlanColumnProps) {
  const id = planColumnId(number);
  return (
    <section
      aria-labelledby={id}
      className="relative min-w-0 border-line p-4 pb-6 not-first:border-t md:p-7 lg:not-first:border-t-0 lg:not-first:border-l"
    >
      {number > 1 && (
        <Thread
          path="M4 0 C 13 14, -5 30, 4 44"
          viewBox="0 0 8 44"
          drawn="none"
          isFaint={!isTied}
          className="absolute -top-7 left-4.5 h-11 w-2 md:left-7.5 lg:hidden"
        />
      )}
      <h2
        id={id}
        tabIndex={-1}
        className="mb-4.5 flex scroll-mt-24 items-baseline gap-3 text-title outline-none"
      >
        <span aria-hidden="true" className="text-[1.0625rem] text-gold lining-nums">
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  );
}

export function planColumnId(number: 1 | 2 | 3): string {
  return `delivery-${number}`;
}
