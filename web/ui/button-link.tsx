import type { ReactNode } from 'react';
import { type ButtonLook, buttonClasses } from './button-classes.ts';
import { Link, type LinkProps } from './link.tsx';

export interface ButtonLinkProps extends ButtonLook, Omit<LinkProps, 'variant' | 'className'> {
  icon?: ReactNode;
}

/** A link that looks like a button. */
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
