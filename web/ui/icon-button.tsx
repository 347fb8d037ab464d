import type { ReactElement, ReactNode } from 'react';
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
  isDisabled?: boolean | undefined;
  className?: string | undefined;
}

export function IconButton(props: IconButtonProps) {
  const { label, accessibleLabel = label, icon, onPress, isDisabled = false } = props;
  const look = joinClasses(
    'inline-grid size-11 flex-none place-items-center rounded-full text-ink-soft transition-colors data-disabled:opacity-50 data-hovered:bg-pine-wash data-hovered:text-ink',
    props.className,
  );
  return (
    <Tooltip text={label}>
      <AriaButton aria-label={accessibleLabel} isDisabled={isDisabled} onPress={onPress} className={look}>
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
}

function Tooltip({ text, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={delayMs} closeDelay={150}>
      {children}
      <AriaTooltip
        placement="top"
        offset={8}
        className="max-w-72 rounded-small bg-ink px-3 py-1.5 text-small text-paper shadow-raised data-entering:animate-appear data-exiting:animate-leave"
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
