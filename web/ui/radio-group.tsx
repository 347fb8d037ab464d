import type { ChoiceGroupProps } from './choice-group.tsx';
import { ChoiceGroup } from './choice-group.tsx';

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
