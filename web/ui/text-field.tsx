import type { ClipboardEventHandler, HTMLAttributes, HTMLInputTypeAttribute, ReactNode } from 'react';
import { describeControl, Field, useFieldIds, type ValueField } from './field.tsx';
import { joinClasses } from './join-classes.ts';

export interface TextFieldProps extends ValueField<HTMLInputElement> {
  type?: HTMLInputTypeAttribute | undefined;
  autoComplete?: string | undefined;
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  min?: string | undefined;
  max?: string | undefined;
  step?: number | string | undefined;
  autoFocus?: boolean | undefined;
  spellCheck?: boolean | undefined;
  onPaste?: ClipboardEventHandler<HTMLInputElement> | undefined;
  inputClassName?: string | undefined;
  /** A unit or button at the end of the field. */
  suffix?: ReactNode;
}

function separate(props: TextFieldProps) {
  const { label, description, error, isRequired, isOptional, isLabelHidden, className, ...input } = props;
  return { text: { label, description, error, isRequired, isOptional, isLabelHidden, className }, input };
}

export function TextField(props: TextFieldProps) {
  const ids = useFieldIds();
  const { text, input } = separate(props);
  const { type = 'text', onChange, isDisabled, inputClassName, suffix, ...attributes } = input;
  return (
    <Field ids={ids} {...text}>
      <div className="relative">
        <input
          {...attributes}
          {...describeControl(ids, text)}
          id={ids.control}
          type={type}
          disabled={isDisabled}
          className={joinClasses('control', inputClassName)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {suffix && <div className="absolute inset-y-0 right-0 flex items-center pr-1">{suffix}</div>}
      </div>
    </Field>
  );
}

/** A calendar day as YYYY-MM-DD; the empty string while incomplete. */
export interface DateFieldProps
  extends Omit<TextFieldProps, 'type' | 'suffix' | 'inputMode' | 'maxLength' | 'placeholder' | 'step'> {}

export function DateField(props: DateFieldProps) {
  return <TextField {...props} type="date" max={props.max ?? '9998-12-31'} />;
}

export type NamedField = Omit<TextFieldProps, 'label'> & Partial<Pick<TextFieldProps, 'label'>>;

/** For the person's own address; for somebody else's, pass `autoComplete="off"`. */
export function EmailField(props: NamedField) {
  return (
    <TextField
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="email"
      spellCheck={false}
      {...props}
    />
  );
}
