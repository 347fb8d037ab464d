import type { Ref } from 'react';
import type { FieldText } from './field.tsx';

/** Props of a field with a text value, named as in react-hook-form's controller. */
export interface ValueField<Element> extends FieldText {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  isDisabled?: boolean | undefined;
  ref?: Ref<Element> | undefined;
}
