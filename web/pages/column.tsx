import type { ComponentProps } from 'react';
import { joinClasses } from '../ui/join-classes.ts';

interface ColumnProps extends ComponentProps<'div'> {
  as?: 'div' | 'header' | 'main' | 'section' | 'footer' | 'nav' | undefined;
}

/** The width that everything on a public page keeps to. */
export function Column({ as = 'div', className, ...attributes }: ColumnProps) {
  // They share their attributes; one name keeps the ref's type simple.
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
