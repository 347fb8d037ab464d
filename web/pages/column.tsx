import type { ComponentProps } from 'react';
import { joinClasses } from '../ui/join-classes.ts';

interface ColumnProps extends ComponentProps<'div'> {
  as?: 'div' | 'header' | 'main' | 'section' | 'footer' | 'nav' | undefined;
}

/** The common width of public pages. */
export function Column({ as = 'div', className, ...attributes }: ColumnProps) {
  // All of them take the same attributes; the cast keeps the ref's type simple.
  const Element = as as 'div';
  return (
    <Element
      {...attributes}
      className={joinClasses(
        'mx-auto w-full max-w-[calc(var(--container-page)+3rem)] px-4.5 md:px-6',
        className,
      )}
    />
  );
}
