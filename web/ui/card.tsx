import type { ComponentProps } from 'react';
import { joinClasses } from './join-classes.ts';

export interface CardProps extends ComponentProps<'div'> {
  as?: 'div' | 'article' | 'section' | 'li' | undefined;
  /** 'none' for cards whose picture reaches the edge. */
  padding?: 'normal' | 'none' | undefined;
  /** The thread's edge around the one card that is meant. */
  isHighlighted?: boolean | undefined;
}

export function Card({ as = 'div', padding = 'normal', isHighlighted, className, ...attributes }: CardProps) {
  // The three share their attributes; one name keeps the ref's type simple.
  const Element = as as 'div';
  return (
    <Element
      {...attributes}
      className={joinClasses(
        'rounded-card border bg-card shadow-card',
        isHighlighted ? 'border-thread' : 'border-line',
        padding === 'normal' ? 'p-4 md:p-6' : 'overflow-hidden',
        className,
      )}
    />
  );
}
