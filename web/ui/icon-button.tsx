import type { ReactNode, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { joinClasses } from './join-classes.ts';
import type { TooltipProps } from './tooltip.tsx';
import { Tooltip } from './tooltip.tsx';

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
