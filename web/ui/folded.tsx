import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';

interface FoldedProps {
  title: string;
  className?: string;
  children: ReactNode;
}

/** Something that few people want to read, folded under its title. */
export function Folded({ title, className, children }: FoldedProps) {
  return (
    <details className={joinClasses('group/folded', className)}>
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-2 text-small text-ink-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <span
          aria-hidden="true"
          className="w-3.5 text-[1.375rem] leading-none font-light text-gold transition-transform group-open/folded:rotate-45"
        >
          +
        </span>
        {title}
      </summary>
      {children}
    </details>
  );
}
