import { CharacterCount } from './character-count.tsx';
import { describeControl, Field, useFieldIds } from './field.tsx';
import type { ValueField } from './value-field.ts';

export interface TextAreaProps extends ValueField<HTMLTextAreaElement> {
  rows?: number | undefined;
  /** Also shows a live counter. */
  maxLength?: number | undefined;
  placeholder?: string | undefined;
  autoFocus?: boolean | undefined;
  isReadOnly?: boolean | undefined;
  /** 'letter' is large serif text without a border, for a Sheet. */
  appearance?: 'field' | 'letter' | undefined;
}

const letterLook =
  'block w-full resize-none bg-transparent font-serif text-letter field-sizing-content placeholder:text-ink-soft';

export function TextArea(props: TextAreaProps) {
  const ids = useFieldIds();
  const { label, description, error, isRequired, isOptional, isLabelHidden, className, ...control } = props;
  const text = { label, description, error, isRequired, isOptional, isLabelHidden, className };
  const { onChange, isDisabled, isReadOnly, appearance = 'field', rows = 4, ...attributes } = control;
  const { maxLength, value } = attributes;
  const look = appearance === 'letter' ? letterLook : 'control';
  return (
    <Field ids={ids} {...text}>
      <textarea
        {...attributes}
        {...describeControl(ids, text)}
        id={ids.control}
        rows={rows}
        disabled={isDisabled}
        readOnly={isReadOnly}
        className={look}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {maxLength !== undefined && <CharacterCount length={value.length} maxLength={maxLength} />}
    </Field>
  );
}
