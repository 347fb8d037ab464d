import { ChoiceGroup, type ChoiceGroupProps } from './choice-group.tsx';

export interface CheckboxGroupProps<Value extends string> extends ChoiceGroupProps<Value> {
  value: readonly Value[];
  onChange: (value: Value[]) => void;
}

/** Multiple choice; each option is a card with a name and a line of explanation. */
export function CheckboxGroup<Value extends string>({
  value,
  onChange,
  ...group
}: CheckboxGroupProps<Value>) {
  function toggle(changed: Value) {
    const isChosen = value.includes(changed);
    onChange(isChosen ? value.filter((chosen) => chosen !== changed) : [...value, changed]);
  }

  return (
    <ChoiceGroup
      {...group}
      type="checkbox"
      isChosen={(candidate) => value.includes(candidate)}
      onChoose={toggle}
    />
  );
}
