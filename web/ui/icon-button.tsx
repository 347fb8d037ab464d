import type { ReactElement, ReactNode, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { joinClasses } from './join-classes.ts';

export interface IconButtonProps {
  /** The button's name and tooltip. */
  label: string;
  /** For screen readers, if the label alone does not say which item is meant. */
  accessibleLabel?: string | undefined;
  icon: ReactNode;
  onPress: () => void;
  tone?: 'neutral' | 'danger' | undefined;
  isDisabled?: boolean | undefined;
  placement?: TooltipProps['placement'];
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton(props: IconButtonProps) {
  const { label, accessibleLabel = label, icon, onPress, tone = 'neutral', isDisabled = false } = props;
  const look = joinClasses(
    'inline-grid size-11 flex-none place-items-center rounded-full text-ink-soft transition-colors data-disabled:opacity-50',
    tone === 'neutral' && 'data-hovered:bg-pine-wash data-hovered:text-ink',
    tone === 'danger' && 'data-hovered:bg-rose-wash data-hovered:text-rose',
    props.className,
  );
  return (
    <Tooltip text={label} placement={props.placement}>
      <AriaButton
        {...(props.ref ? { ref: props.ref } : {})}
        aria-label={accessibleLabel}
        isDisabled={isDisabled}
        onPress={onPress}
        className={look}
      >
        {icon}
      </AriaButton>
    </Tooltip>
  );
}

const delayMs = 700;

export interface TooltipProps {
  text: ReactNode;
  /** A focusable React Aria element, such as its Button. */
  children: ReactElement;
  placement?: 'top' | 'bottom' | 'left' | 'right' | undefined;
}

export function Tooltip({ text, children, placement = 'top' }: TooltipProps) {
  return (
    <TooltipTrigger delay={delayMs} closeDelay={150}>
      {children}
      <AriaTooltip
        placement={placement}
        offset={8}
        className="max-w-72 rounded-small bg-ink px-3 py-1.5 text-small text-paper shadow-raised data-entering:animate-appear data-exiting:animate-leave"
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
