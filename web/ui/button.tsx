import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { type ButtonLook, buttonClasses } from './button-classes.ts';

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

/** For use inside controls only; pages and cards show a skeleton instead. */
export function Spinner() {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5 flex-none animate-spin">
      <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" strokeOpacity="0.3" strokeWidth="2" />
      <path d="M10 2a8 8 0 0 1 8 8" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
