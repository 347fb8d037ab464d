import type { ReactNode } from 'react';

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
