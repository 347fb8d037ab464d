import type { Ref } from 'react';
import type { FieldText } from './field.tsx';

/** A field with a text value. The names fit what react-hook-form's controller hands out. */
export interface ValueField<Element> extends FieldText {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  isDisabled?: boolean | undefined;
  ref?: Ref<Element> | undefined;
}
