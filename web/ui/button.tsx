import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import type { ButtonLook } from './button-classes.ts';
import { buttonClasses } from './button-classes.ts';
import { Spinner } from './spinner.tsx';

export interface ButtonProps
  extends ButtonLook,
    Omit<ComponentProps<'button'>, 'className' | 'disabled' | 'onClick'> {
  onPress?: (() => void) | undefined;
  isDisabled?: boolean | undefined;
  /** Shows a spinner and ignores presses, but keeps the focus. */
  isPending?: boolean | undefined;
  pendingLabel?: string | undefined;
  icon?: ReactNode;
}

export function Button(props: ButtonProps) {
  const { variant, size, isFullWidth, className, onPress, isDisabled, isPending, ...rest } = props;
  const { pendingLabel = 'Working', icon, children, type = 'button', ...attributes } = rest;

  function handleClick(event: MouseEvent) {
    if (isPending) event.preventDefault();
    else onPress?.();
  }

  return (
    <button
      {...attributes}
      type={type}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      className={buttonClasses({ variant, size, isFullWidth, className })}
      onClick={handleClick}
    >
      {isPending ? <Spinner /> : icon}
      {children}
      <span aria-live="polite" className="sr-only">
        {isPending && pendingLabel}
      </span>
    </button>
  );
}
