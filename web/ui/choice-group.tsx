import type { Ref } from 'react';
import { type Choice, ChoiceCard, type ChoiceColumns, choiceColumnClasses } from './choice-card.tsx';
import { type FieldText, useFieldIds } from './field.tsx';
import { FieldSet } from './field-set.tsx';
import { joinClasses } from './join-classes.ts';

export interface ChoiceGroupProps<Value extends string> extends FieldText {
  choices: readonly Choice<Value>[];
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  isDisabled?: boolean | undefined;
  columns?: ChoiceColumns | undefined;
  appearance?: 'card' | 'row' | undefined;
  /** Limits the height and lets the list scroll; its end fades while there is more. */
  isScrollable?: boolean | undefined;
  /** On a desktop, a scrolling list takes the height that is left in its column. The group must be in a flex column. */
  isFilling?: boolean | undefined;
  /** Phones show a scrolling list in full, on the page itself; while this is true, only its first rows and the chosen ones. */
  isShortOnPhones?: boolean | undefined;
  /** Refers to the first choice, so that a form can focus it. */
  ref?: Ref<HTMLInputElement> | undefined;
}

export const rowsOnPhones = 5;
const shortOnPhones = 'max-md:[&>:nth-child(n+6):not(:has(:checked))]:hidden';

interface ChoiceGroupRules<Value extends string> {
  type: 'radio' | 'checkbox';
  isChosen: (value: Value) => boolean;
  onChoose: (value: Value) => void;
}

export function ChoiceGroup<Value extends string>(props: ChoiceGroupProps<Value> & ChoiceGroupRules<Value>) {
  const ids = useFieldIds();
  const {
    choices,
    type,
    isChosen,
    onChoose,
    ref,
    onBlur,
    name = '',
    isScrollable,
    isFilling,
    ...others
  } = props;
  const { isShortOnPhones, ...rest } = others;
  const { columns = 1, appearance = 'card', isDisabled = false, ...text } = rest;
  const scroll = isScrollable && 'scroll-fade -m-1.5 max-h-96 auto-rows-max overflow-y-auto p-1.5';
  const fill = isFilling && 'lg:max-h-none lg:min-h-0 lg:flex-[1_1_0]';
  const phone =
    isShortOnPhones !== undefined && joinClasses('max-md:max-h-none', isShortOnPhones && shortOnPhones);
  return (
    <FieldSet
      ids={ids}
      {...text}
      className={joinClasses(text.className, isFilling && 'lg:flex lg:min-h-96 lg:flex-[1_1_0] lg:flex-col')}
    >
      <div className={joinClasses('grid gap-2', choiceColumnClasses[columns], scroll, fill, phone)}>
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

export interface RadioGroupProps<Value extends string> extends ChoiceGroupProps<Value> {
  value: Value | '' | null;
  onChange: (value: Value) => void;
}

/** Single choice; each option is a card with a name and a line of explanation. */
export function RadioGroup<Value extends string>({ value, onChange, ...group }: RadioGroupProps<Value>) {
  return (
    <ChoiceGroup {...group} type="radio" isChosen={(candidate) => candidate === value} onChoose={onChange} />
  );
}
