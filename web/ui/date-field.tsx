import type { TextFieldProps } from './text-field.tsx';
import { TextField } from './text-field.tsx';

/** A calendar day as YYYY-MM-DD; the empty string while incomplete. */
export interface DateFieldProps
  extends Omit<TextFieldProps, 'type' | 'suffix' | 'inputMode' | 'maxLength' | 'placeholder' | 'step'> {}

export function DateField(props: DateFieldProps) {
  return <TextField {...props} type="date" max={props.max ?? '9998-12-31'} />;
}
