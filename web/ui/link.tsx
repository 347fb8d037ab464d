import type { ComponentProps } from 'react';
import { joinClasses } from './join-classes.ts';
import { useLinkPress } from './router-provider.tsx';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  href: string;
  /** 'plain' has no style of its own: for navigation, brand and whole cards. */
  variant?: 'text' | 'plain' | undefined;
}

export function Link({ href, variant = 'text', className, children, ...attributes }: LinkProps) {
  const handlePress = useLinkPress();
  const look =
    variant === 'text' &&
    'rounded-small font-medium text-pine underline decoration-1 underline-offset-4 hover:decoration-2';
  const rel = attributes.target === '_blank' ? 'noreferrer' : undefined;
  return (
    <a rel={rel} {...attributes} href={href} className={joinClasses(look, className)} onClick={handlePress}>
      {children}
    </a>
  );
}
