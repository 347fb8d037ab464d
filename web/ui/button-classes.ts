import { joinClasses } from './join-classes.ts';

export type ButtonVariant = 'primary' | 'quiet' | 'text' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

const base =
  'relative inline-flex items-center justify-center gap-2.5 text-center no-underline transition-colors select-none aria-disabled:opacity-60 disabled:opacity-60';

const pill = 'rounded-full border';

/** The text is flush with what is above and beside it; the click target extends beyond short text. */
const wideTarget = 'after:absolute after:inset-y-0 after:-inset-x-2';

const variants: Record<ButtonVariant, string> = {
  primary: `${pill} border-transparent bg-pine font-semibold text-on-pine not-disabled:hover:bg-pine-deep`,
  quiet: `${pill} border-line-strong bg-transparent font-medium text-ink not-disabled:hover:bg-pine-wash`,
  danger: `${pill} border-transparent bg-rose font-semibold text-on-pine not-disabled:hover:bg-rose-deep`,
  text: `${wideTarget} rounded-small font-medium text-pine underline decoration-1 underline-offset-5 not-disabled:hover:decoration-2`,
};

const pillSizes: Record<ButtonSize, string> = {
  small: 'min-h-11 px-4.5 py-1.5 text-small',
  medium: 'min-h-12 px-6 py-2 text-[1.0625rem]',
  large: 'min-h-14 px-8 py-2.5 text-base',
};

const textSizes: Record<ButtonSize, string> = {
  small: 'min-h-11 text-small',
  medium: 'min-h-11 text-[1.0625rem]',
  large: 'min-h-12 text-base',
};

export interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  isFullWidth?: boolean | undefined;
  className?: string | undefined;
}

/** Shared by buttons and links that look like buttons. */
export function buttonClasses({ variant = 'primary', size = 'medium', isFullWidth, className }: ButtonLook) {
  const sizes = variant === 'text' ? textSizes : pillSizes;
  return joinClasses(base, variants[variant], sizes[size], isFullWidth && 'w-full', className);
}
