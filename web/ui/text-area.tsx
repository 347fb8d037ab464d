import { describeControl, Field, useFieldIds, type ValueField } from './field.tsx';

export interface TextAreaProps extends ValueField<HTMLTextAreaElement> {
  rows?: number | undefined;
  /** Also shows a live counter. */
  maxLength?: number | undefined;
  placeholder?: string | undefined;
  /** 'letter' is large serif text without a border, for a Sheet. */
  appearance?: 'field' | 'letter' | undefined;
}

const letterLook =
  'block w-full resize-none bg-transparent font-serif text-letter field-sizing-content placeholder:text-ink-soft';

export function TextArea(props: TextAreaProps) {
  const ids = useFieldIds();
  const { label, description, error, isRequired, isOptional, isLabelHidden, className, ...control } = props;
  const text = { label, description, error, isRequired, isOptional, isLabelHidden, className };
  const { onChange, isDisabled, appearance = 'field', rows = 4, ...attributes } = control;
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
        className={look}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {maxLength !== undefined && <CharacterCount length={value.length} maxLength={maxLength} />}
    </Field>
  );
}

const announcedFrom = 20;

/** Shows "287 / 5000". Screen readers announce it only when few characters are left. */
export function CharacterCount({ length, maxLength }: { length: number; maxLength: number }) {
  const left = maxLength - length;
  return (
    <div className="text-right text-small whitespace-nowrap text-ink-soft tabular-nums lining-nums">
      <span aria-hidden="true" className={left <= 0 ? 'font-medium text-rose' : undefined}>
        {length} / {maxLength}
      </span>
      <span className="sr-only" aria-live="polite">
        {left <= announcedFrom && describe(left, maxLength)}
      </span>
    </div>
  );
}

function describe(left: number, maxLength: number): string {
  const count = Math.abs(left);
  const characters = count === 1 ? 'character' : 'characters';
  if (left < 0) return `${count} ${characters} too many: ${maxLength} are possible`;
  return `${count} ${characters} left of ${maxLength}`;
}
