import type { Ref } from 'react';
import type { Choice, ChoiceColumns } from './choice.ts';
import { choiceColumnClasses } from './choice.ts';
import { ChoiceCard } from './choice-card.tsx';
import type { FieldText } from './field.tsx';
import { useFieldIds } from './field.tsx';
import { FieldSet } from './field-set.tsx';
import { joinClasses } from './join-classes.ts';

export interface ChoiceGroupProps<Value extends string> extends FieldText {
  choices: readonly Choice<Value>[];
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  isDisabled?: boolean | undefined;
  columns?: ChoiceColumns | undefined;
  appearance?: 'card' | 'row' | undefined;
  /** Limits the height and lets the list scroll. */
  isScrollable?: boolean | undefined;
  /** Refers to the first choice, so that a form can focus it. */
  ref?: Ref<HTMLInputElement> | undefined;
}

interface ChoiceGroupRules<Value extends string> {
  type: 'radio' | 'checkbox';
  isChosen: (value: Value) => boolean;
  onChoose: (value: Value) => void;
}

export function ChoiceGroup<Value extends string>(props: ChoiceGroupProps<Value> & ChoiceGroupRules<Value>) {
  const ids = useFieldIds();
  const { choices, type, isChosen, onChoose, ref, onBlur, name = '', isScrollable, ...rest } = props;
  const { columns = 1, appearance = 'card', isDisabled = false, ...text } = rest;
  const scroll = isScrollable && '-m-1.5 max-h-96 auto-rows-max overflow-y-auto p-1.5';
  return (
    <FieldSet ids={ids} {...text}>
      <div className={joinClasses('grid gap-2', choiceColumnClasses[columns], scroll)}>
        {choices.map((choice, index) => (
          <ChoiceCard
            key={choice.value}
            ref={index === 0 ? ref : undefined}
            type={type}
            id={`${ids.control}-${choice.value}`}
            name={`${name}${ids.control}`}
            choice={choice}
            isChosen={isChosen(choice.value)}
            isDisabled={isDisabled || choice.isDisabled === true}
            isRequired={text.isRequired === true}
            appearance={appearance}
            onChoose={() => onChoose(choice.value)}
            onBlur={onBlur}
          />
        ))}
      </div>
    </FieldSet>
  );
}
