import type { ComponentProps } from 'react';
import { joinClasses } from './join-classes.ts';

export interface CardProps extends ComponentProps<'div'> {
  as?: 'div' | 'article' | 'section' | 'li' | undefined;
  /** 'none' if a picture reaches the edge. */
  padding?: 'normal' | 'none' | undefined;
  /** Gives one card among several a golden border. */
  isHighlighted?: boolean | undefined;
}

export function Card({ as = 'div', padding = 'normal', isHighlighted, className, ...attributes }: CardProps) {
  // All of them take the same attributes; the cast keeps the ref's type simple.
  const Element = as as 'div';
  return (
    <Element
      {...attributes}
      className={joinClasses(
        'rounded-card border bg-card shadow-card',
        isHighlighted ? 'border-thread' : 'border-line',
        padding === 'normal' ? 'p-4 md:p-6' : 'overflow-clip',
        className,
      )}
    />
  );
}
