import type { FocusEventHandler, ReactNode, Ref } from 'react';
import { CheckboxMark } from './checkbox.tsx';
import { joinClasses } from './join-classes.ts';

export interface ChoiceCardProps {
  type: 'radio' | 'checkbox';
  id: string;
  name: string;
  choice: Choice;
  isChosen: boolean;
  isDisabled: boolean;
  isRequired: boolean;
  /** 'card' has a border; 'row' is part of a list and has one only when chosen. */
  appearance: 'card' | 'row';
  onChoose: () => void;
  onBlur?: FocusEventHandler | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

const look =
  'flex min-h-14 gap-3.5 rounded-choice border px-3.5 py-3 leading-snug transition-colors hover:not-has-checked:not-has-disabled:bg-pine-wash/50 has-checked:border-thread has-checked:bg-gold-wash has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-pine';

/** The whole card is the label, so all of it can be pressed. */
export function ChoiceCard(props: ChoiceCardProps) {
  const { type, id, name, choice, isChosen, isDisabled, isRequired, appearance, onChoose, onBlur, ref } =
    props;
  const edge = appearance === 'card' ? 'border-line bg-card' : 'border-transparent';
  const input = {
    id,
    name,
    ref,
    onBlur,
    value: choice.value,
    checked: isChosen,
    disabled: isDisabled,
    'aria-labelledby': `${id}-label`,
    'aria-describedby': choice.description ? `${id}-description` : undefined,
    onChange: onChoose,
  };
  return (
    <label
      htmlFor={id}
      className={joinClasses(look, edge, choice.description ? 'items-start' : 'items-center')}
    >
      {type === 'checkbox' ? (
        <CheckboxMark {...input} />
      ) : (
        <input {...input} type="radio" required={isRequired} className="mark mt-px" />
      )}
      {choice.icon && <span className="flex-none text-gold">{choice.icon}</span>}
      <span className="grid min-w-0 gap-0.5">
        <span id={`${id}-label`} className="font-serif text-[1.1875rem] leading-[1.25]">
          {choice.label}
        </span>
        {choice.description && (
          <span id={`${id}-description`} className="text-small text-ink-soft">
            {choice.description}
          </span>
        )}
      </span>
    </label>
  );
}

/** An option of a RadioGroup, CheckboxGroup or SegmentedControl. */
export interface Choice<Value extends string = string> {
  value: Value;
  label: ReactNode;
  description?: ReactNode;
  icon?: ReactNode;
  isDisabled?: boolean | undefined;
}

/** Choices per row from 768 px on; one below that. */
export type ChoiceColumns = 1 | 2 | 3 | 4;

export const choiceColumnClasses: Record<ChoiceColumns, string> = {
  1: 'grid-cols-1',
  2: 'grid-cols-1 md:grid-cols-2',
  3: 'grid-cols-1 md:grid-cols-3',
  4: 'grid-cols-2 md:grid-cols-4',
};
