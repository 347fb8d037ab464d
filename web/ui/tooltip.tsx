import type { ReactElement, ReactNode } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';

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
