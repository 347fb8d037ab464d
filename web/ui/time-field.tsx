import type { TextFieldProps } from './text-field.tsx';
import { TextField } from './text-field.tsx';

/** A time of day as HH:mm (24 hours); the empty string while incomplete. */
export interface TimeFieldProps
  extends Omit<TextFieldProps, 'type' | 'suffix' | 'inputMode' | 'maxLength' | 'placeholder' | 'step'> {}

export function TimeField(props: TimeFieldProps) {
  return <TextField {...props} type="time" />;
}
