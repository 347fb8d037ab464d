import type { ReactNode } from 'react';
import type { ButtonLook } from './buttonClasses.ts';
import { buttonClasses } from './buttonClasses.ts';
import type { LinkProps } from './Link.tsx';
import { Link } from './Link.tsx';

export interface ButtonLinkProps extends ButtonLook, Omit<LinkProps, 'variant' | 'className'> {
  icon?: ReactNode;
}

/** A link where a button would stand: it goes somewhere, so it is an anchor. */
export function ButtonLink({
  variant,
  size,
  isFullWidth,
  className,
  icon,
  children,
  ...link
}: ButtonLinkProps) {
  return (
    <Link {...link} variant="plain" className={buttonClasses({ variant, size, isFullWidth, className })}>
      {icon}
      {children}
    </Link>
  );
}
